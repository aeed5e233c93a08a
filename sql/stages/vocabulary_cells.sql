-- name: vocabulary_cells
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Cuts the rollouts of every run into cells, within which tokens compete to become features: the first logged steps together, then every step by itself.
-- params: first_steps BIGINT: logged steps of the first cell of a run; first_index INTEGER: logged step, from 0, at which the tokens of first cells are admitted; min_change DOUBLE: smallest rise that admits a token later, as a share; min_document_frequency INTEGER: fewest rollouts that hold a token
-- returns: none
-- requires: none
-- portable: no
create or replace temp table vocabulary_step as
with
-- one row per run and logged step
logged as (
    select distinct r.run, r.step
    from run_rollout as r
),
-- one row per run and logged step: its place from 0
placed as (
    select l.run, l.step, row_number() over (partition by l.run order by l.step) - 1 as step_index
    from logged as l
)
select
    p.run, p.step, p.step_index, p.step_index < $first_steps as is_first,
    (dense_rank() over (order by p.run, greatest(p.step_index, $first_steps - 1)) - 1)::integer as cell
from placed as p;

create or replace temp table vocabulary_member as
select r.rollout_id, r.step, s.cell
from run_rollout as r
inner join vocabulary_step as s on s.run = r.run and s.step = r.step
order by r.rollout_id;

-- No token in fewer than `least` rollouts of a later cell can be admitted there; the small allowance is for rounding.
create or replace temp table vocabulary_cell as
with
-- one row per cell
sized as (
    select m.cell, count(*) as samples
    from vocabulary_member as m
    group by m.cell
),
-- one row per cell
described as (
    select s.run, s.cell, s.is_first, case when s.is_first then $first_index else s.step_index end as step_index
    from vocabulary_step as s
    qualify row_number() over (partition by s.cell order by s.step) = 1
)
select
    d.cell, d.is_first, d.step_index, z.samples,
    min(d.cell) over (partition by d.run) as first_cell,
    case when d.is_first then 1 else greatest($min_document_frequency, ceil($min_change * z.samples - 0.001), 1)::bigint end as least
from described as d
inner join sized as z on z.cell = d.cell;

drop table vocabulary_step;
