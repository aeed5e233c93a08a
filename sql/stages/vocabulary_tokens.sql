-- name: vocabulary_tokens
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts the rollouts of every cell that hold each structural and shape token; outside first cells, tokens too rare to be admitted there are left out, unless they are in the Arrow table fixed_feature.
-- params: none
-- returns: none
-- requires: extraction
-- portable: yes
create or replace temp table token_count as
with
-- one row per rollout and token
token as (
    select m.cell, unnest(e.feature) as name
    from rolloutdiff.extraction as e
    inner join vocabulary_member as m on m.rollout_id = e.rollout_id
),
-- one row per cell and token
counted as (
    select t.cell, t.name, count(*) as rollouts
    from token as t
    group by t.cell, t.name
)
select c.cell, c.name, c.rollouts
from counted as c
inner join vocabulary_cell as k on k.cell = c.cell
where c.rollouts >= k.least or c.name in (select x.name from fixed_feature as x);
