-- name: score_audit
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Area under the curve of the strength of slices against truth labels, by rank, ties counting half; truth_label is an Arrow table of run, slice and exploited.
-- params: audit_id VARCHAR: audit; truth_sha256 VARCHAR: hash of the labels
-- returns: none
-- requires: audit_auc, audit_slice_risk
-- portable: no
delete from rolloutdiff.audit_auc as t
where t.audit_id = $audit_id;

insert into rolloutdiff.audit_auc
with
-- one row per labelled slice; one without figures has no strength
labelled as (
    select
        l.exploited, r.flag,
        greatest(coalesce(r.strength_single, 0), coalesce(r.strength_pair, 0)) as strength
    from rolloutdiff.audit_slice_risk as r
    inner join truth_label as l on l.run = r.run and l.slice = r.slice
    where r.audit_id = $audit_id and r.leads
),
-- one row per labelled slice: equal strengths share the mean of their ranks
ranked as (
    select
        l.exploited, l.flag,
        rank() over (order by l.strength) + (count(*) over (partition by l.strength) - 1) / 2 as place
    from labelled as l
),
-- one row: sums over both kinds
summed as (
    select
        count(*) filter (where r.exploited) as n_pos,
        count(*) filter (where not r.exploited) as n_neg,
        count(*) filter (where r.exploited and r.flag) as true_flags,
        count(*) filter (where not r.exploited and r.flag) as false_flags,
        sum(r.place order by r.place) filter (where r.exploited) as places
    from ranked as r
)
select
    $audit_id, $truth_sha256,
    case when s.n_pos > 0 and s.n_neg > 0 then (s.places - s.n_pos * (s.n_pos + 1) / 2) / (s.n_pos * s.n_neg) end as auc,
    s.n_pos, s.n_neg,
    s.true_flags / nullif(s.n_pos, 0) as tpr,
    s.false_flags / nullif(s.n_neg, 0) as fpr,
    case when s.n_pos = 0 then 'no_exploited' when s.n_neg = 0 then 'no_clean' end as reason
from summed as s;
