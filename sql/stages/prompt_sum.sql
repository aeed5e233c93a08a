-- name: prompt_sum
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the counts of a range of steps to those per feature, prompt and group size; presence counts one.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; first_step BIGINT: first training step; last_step BIGINT: last training step; first_feature INTEGER: features with a lower number are left out
-- returns: none
-- requires: analysis_rollout, feature, feature_count
-- portable: yes
insert into prompt_total
with
-- one row per completion of the steps
completion as (
    select r.rollout_id, r.prompt_no, count(*) over (partition by r.step, r.prompt_no) as samples
    from rolloutdiff.analysis_rollout as r
    where r.analysis_id = $analysis_id and r.run = $run and r.step between $first_step and $last_step
),
-- one row per feature of the analysis that is counted from text
counted_feature as (
    select f.feature_id, f.kind = 'binary' as is_binary
    from rolloutdiff.feature as f
    where f.analysis_id = $analysis_id and f.tier <> 'reward' and f.feature_id >= $first_feature
),
-- one row per feature and completion with a count above zero
shown as (
    select n.feature_id, n.n, f.is_binary, c.prompt_no, c.samples
    from rolloutdiff.feature_count as n
    inner join completion as c on c.rollout_id = n.rollout_id
    inner join counted_feature as f on f.feature_id = n.feature_id
    where n.step between $first_step and $last_step and n.feature_id >= $first_feature
)
select s.feature_id, s.prompt_no, s.samples, count(*) as total
from shown as s
where s.is_binary
group by s.feature_id, s.prompt_no, s.samples
union all
select s.feature_id, s.prompt_no, s.samples, sum(s.n::bigint)::bigint as total
from shown as s
where not s.is_binary
group by s.feature_id, s.prompt_no, s.samples;
