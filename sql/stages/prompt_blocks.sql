-- name: prompt_blocks
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Ranges of features with about block_rows counts per prompt each, at least one feature.
-- params: block_rows BIGINT: rows per range
-- returns: first_feature, last_feature
-- requires: none
-- portable: no
with
-- one row per feature with a count
counted as (
    select t.feature_id, count(*) as entries
    from prompt_total as t
    group by t.feature_id
),
-- one row per feature with a count: rows of the features before it
placed as (
    select
        c.feature_id,
        sum(c.entries::bigint) over (order by c.feature_id rows unbounded preceding)::bigint - c.entries as before
    from counted as c
)
select min(p.feature_id) as first_feature, max(p.feature_id) as last_feature
from placed as p
group by p.before // $block_rows
order by first_feature;
