-- name: carry_checks
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Up to which step the checks of a dump can take over what they read for an earlier analysis: its columns where all of them were kept, and that no text has an unmarked turn where none had.
-- params: earlier VARCHAR: earlier analysis of one run; last_step BIGINT: last step that is taken over
-- returns: coverage_after, turns_after: last_step, or NULL where all has to be read
-- requires: coverage, integrity
-- portable: no
select
    case when count(distinct c.column_name) between 1 and 199 then $last_step end as coverage_after,
    case when $earlier not in (select i.analysis_id from rolloutdiff.integrity as i where i.code = 'turns_unmarked') then $last_step end as turns_after
from rolloutdiff.coverage as c
where c.analysis_id = $earlier;
