-- name: prompt_level
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Sum over steps of the means of a feature inside a prompt, for a range of features; sums of zero are left out.
-- params: first_feature INTEGER: first feature; last_feature INTEGER: last feature
-- returns: feature_id, prompt_no, level
-- requires: feature
-- portable: no
with
-- one row per feature, prompt and group size: exact integer sums
class_sum as materialized (
    select t.feature_id, t.prompt_no, t.samples, sum(t.total::bigint)::bigint as total
    from prompt_total as t
    where t.feature_id between $first_feature and $last_feature
    group by t.feature_id, t.prompt_no, t.samples
),
-- one row per feature and prompt: most prompts have one group size, and its mean is the sum
single as (
    select c.feature_id, c.prompt_no, count(*) as classes, min(c.total::double / c.samples) as total
    from class_sum as c
    group by c.feature_id, c.prompt_no
),
-- one row per feature and prompt: several group sizes combined in one fixed order
combined as (
    select s.feature_id, s.prompt_no, s.total
    from single as s
    where s.classes = 1
    union all
    select c.feature_id, c.prompt_no, sum(c.total::double / c.samples order by c.samples) as total
    from class_sum as c
    inner join single as s on s.feature_id = c.feature_id and s.prompt_no = c.prompt_no
    where s.classes > 1
    group by c.feature_id, c.prompt_no
)
select m.feature_id, m.prompt_no, m.total / f.scale as level
from combined as m
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
order by m.feature_id, m.prompt_no;
