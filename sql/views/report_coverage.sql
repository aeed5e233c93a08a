-- name: report_coverage
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Optional columns of a dump, and in which steps they have values.
-- params: none
-- returns: analysis_id: analysis; run: run; column_name: column of the dump as it is kept; rows: rollouts analysed; filled: rollouts with a value; full_steps: steps in which all have one; empty_steps: steps in which none has one; first_step: first step with a value; last_step: last step with a value; shares: share of rollouts with a value in every logged step, in the order of the steps
-- requires: analysis, analysis_step, coverage
-- portable: no
create view rolloutdiff.report_coverage as
select
    c.analysis_id,
    c.run,
    c.column_name,
    sum(s.samples::bigint)::bigint as rows,
    sum(c.filled::bigint)::bigint as filled,
    count(c.step) filter (where c.filled = s.samples) as full_steps,
    count(c.step) filter (where c.filled = 0) as empty_steps,
    min(c.step) filter (where c.filled > 0) as first_step,
    max(c.step) filter (where c.filled > 0) as last_step,
    list(round(c.filled / s.samples, 3) order by c.step) as shares
from rolloutdiff.coverage as c
inner join rolloutdiff.analysis_step as s on s.analysis_id = c.analysis_id and s.run = c.run and s.step = c.step
inner join rolloutdiff.analysis as a on a.analysis_id = c.analysis_id
where a.complete
group by c.analysis_id, c.run, c.column_name;
