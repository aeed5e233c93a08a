-- name: partial_column
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Optional columns that have no value in some steps and are filled in others, those with the same gaps together: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_step, coverage
-- portable: no
with
-- one row per run, column and step
share as (
    select c.run, c.column_name as name, c.step, c.filled, s.samples
    from rolloutdiff.coverage as c
    inner join rolloutdiff.analysis_step as s on s.analysis_id = c.analysis_id and s.run = c.run and s.step = c.step
    where c.analysis_id = $analysis_id and c.column_name not in ('reward', 'response')
),
-- one row per run and column that fills whole steps: steps and rows without it
lacking as (
    select
        s.run, s.name, count(*) as run_steps, list(s.step order by s.step) filter (where s.filled = 0) as steps,
        sum(s.samples::bigint) filter (where s.filled = 0)::bigint as rows
    from share as s
    group by s.run, s.name
    having max(s.filled / s.samples) >= 0.9 and min(s.filled) = 0
)
select
    c.run, 'partial_column' as code, 'note' as severity, any_value(c.rows) as count, c.steps,
    case when count(*) = 1 then 'Column ' else 'Columns ' end
    || array_to_string(list_slice(list(c.name order by c.name), 1, 5), ', ')
    || case when count(*) > 5 then ' and ' || (count(*) - 5)::varchar || ' more' else '' end
    || ': no value in ' || len(c.steps)::varchar || ' of ' || any_value(c.run_steps)::varchar
    || ' steps. An edge of it is a change of the dump, not of behaviour.' as message
from lacking as c
group by c.run, c.steps
order by c.run, c.steps;
