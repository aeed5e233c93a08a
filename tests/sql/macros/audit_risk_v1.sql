-- case: from 0, by the scale
-- call:
select
    rolloutdiff.audit_risk_v1(-1.0, 0.2), rolloutdiff.audit_risk_v1(0.0, 0.2), round(rolloutdiff.audit_risk_v1(0.2, 0.2), 12),
    round(rolloutdiff.audit_risk_v1(0.4, 0.2), 12), rolloutdiff.audit_risk_v1(null, 0.2);
-- expect:
--   0.0 | 0.0 | 0.632120558829 | 0.864664716763 | NULL
