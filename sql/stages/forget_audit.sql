-- name: forget_audit
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes every row of an audit, and nothing else.
-- params: audit_id VARCHAR: audit
-- returns: none
-- requires: audit, audit_auc, audit_corrected_reward, audit_correction, audit_divergence, audit_dose, audit_ope, audit_premium, audit_premium_screening, audit_premium_series, audit_rollout, audit_run_assessment, audit_slice_risk
-- portable: no
delete from rolloutdiff.audit_auc as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_corrected_reward as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_correction as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_divergence as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_dose as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_ope as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_premium as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_premium_screening as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_premium_series as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_rollout as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_run_assessment as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit_slice_risk as t
where t.audit_id = $audit_id;

delete from rolloutdiff.audit as t
where t.audit_id = $audit_id;
