-- name: certify_slice
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Slices of certify_row with their rows, the mean of gold, and its mean and effective sample size after weighting.
-- params: none
-- returns: slice, labelled, rows, mean_gold, snips, ess
-- requires: audit_ess_v1, audit_snips_v1
-- portable: no
with
-- one row per labelled completion: the weight only where it is used
weighted as (
    select r.slice, r.gold, r.is_used, case when r.is_used then exp(r.log_weight) end as weight
    from certify_row as r
    where r.slice is not null
)
select
    w.slice,
    count(w.gold) as labelled,
    count(*) filter (where w.is_used) as rows,
    sum(case when w.is_used then w.gold end order by w.gold) / nullif(count(*) filter (where w.is_used), 0) as mean_gold,
    rolloutdiff.audit_snips_v1(w.weight, w.gold) as snips,
    rolloutdiff.audit_ess_v1(w.weight) as ess
from weighted as w
group by w.slice
order by w.slice;
