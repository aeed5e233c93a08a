-- name: step_blocks
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Ranges of steps with about block_rows completions each, at least one step.
-- params: analysis_id VARCHAR: analysis; block_rows BIGINT: completions per range
-- returns: run, first_step, last_step
-- requires: analysis_step
-- portable: no
with
-- one row per logged step: completions of the run before it
placed as (
    select
        s.run, s.step,
        sum(s.samples::bigint) over (partition by s.run order by s.step rows unbounded preceding)::bigint - s.samples as before
    from rolloutdiff.analysis_step as s
    where s.analysis_id = $analysis_id
)
select p.run, min(p.step) as first_step, max(p.step) as last_step
from placed as p
group by p.run, p.before // $block_rows
order by p.run, first_step;
