-- name: restore_texts
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Puts texts that were left in the dump back from staged_row, after changed_row found no other.
-- params: runs VARCHAR[]: runs that were read; files VARCHAR[]: source files that were read
-- returns: none
-- requires: rollout, text_reference
-- portable: no
update rolloutdiff.rollout as r
set prompt = s.prompt, response = s.response, extras = s.extras
from staged_row as s
where
    list_contains($runs, r.run)
    and list_contains($files, r.source_file)
    and s.run = r.run
    and s.source_file = r.source_file
    and s.source_row = r.source_row
    and s.reject_reason is null
    and r.rollout_id in (select t.rollout_id from rolloutdiff.text_reference as t);

delete from rolloutdiff.text_reference as t
where t.rollout_id in (
    select r.rollout_id
    from rolloutdiff.rollout as r
    where list_contains($runs, r.run) and list_contains($files, r.source_file)
);
