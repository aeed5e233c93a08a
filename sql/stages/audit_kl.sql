-- name: audit_kl
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Mean of the log-probability of completions minus that under the reference policy, over the last logged steps, by slice.
-- params: audit_id VARCHAR: audit; run VARCHAR: run; steps BIGINT: last logged steps
-- returns: slice, kl
-- requires: audit_rollout
-- portable: no
with
-- one row per logged step, numbered from the last
logged as (
    select r.step, row_number() over (order by r.step desc) as place
    from rolloutdiff.audit_rollout as r
    where r.audit_id = $audit_id and r.run = $run
    group by r.step
)
select r.slice, sum(r.logprob - r.ref_logprob order by r.logprob - r.ref_logprob) / count(*) as kl
from rolloutdiff.audit_rollout as r
inner join logged as g on g.step = r.step
where
    r.audit_id = $audit_id and r.run = $run and g.place <= $steps
    and r.logprob is not null and r.ref_logprob is not null
group by r.slice
order by r.slice;
