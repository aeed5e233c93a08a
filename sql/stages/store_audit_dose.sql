-- name: store_audit_dose
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps the mean excess of the outcome by number of occurrences; dose_feature is an Arrow table of slice, span, outcome, feature_id, first_step and last_step.
-- params: audit_id VARCHAR: audit; run VARCHAR: run
-- returns: none
-- requires: audit_dose, feature_count
-- portable: no
insert into rolloutdiff.audit_dose
with
-- one row per feature to look at and completion that can be compared
completion as (
    select d.slice, d.span, d.outcome, d.feature_id, e.rollout_id, e.excess
    from dose_feature as d
    inner join audit_excess as e
        on e.run = $run and e.slice = d.slice and e.outcome = d.outcome and e.step between d.first_step and d.last_step
)
select
    $audit_id, $run, c.slice, c.span, c.outcome, c.feature_id,
    least(coalesce(n.n, 0), 8) as dose,
    count(*) as n,
    sum(c.excess order by c.excess) / count(*) as mean_excess
from completion as c
left join rolloutdiff.feature_count as n on n.feature_id = c.feature_id and n.rollout_id = c.rollout_id
group by c.slice, c.span, c.outcome, c.feature_id, dose
order by c.slice, c.span, c.outcome, c.feature_id, dose;
