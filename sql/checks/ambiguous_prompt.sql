-- name: ambiguous_prompt
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Prompt ids that stand for two different prompts in one run: no row when all is well.
-- params: runs VARCHAR[]: runs just loaded
-- returns: run, prompt_id, first_file, first_row, second_file, second_row
-- requires: rollout
-- portable: no
select
    r.run,
    r.prompt_id,
    arg_min(r.source_file, r.prompt) as first_file,
    arg_min(r.source_row, r.prompt) as first_row,
    arg_max(r.source_file, r.prompt) as second_file,
    arg_max(r.source_row, r.prompt) as second_row
from rolloutdiff.rollout as r
where list_contains($runs, r.run)
group by r.run, r.prompt_id
having min(r.prompt) <> max(r.prompt)
order by r.run, r.prompt_id
limit 1;
