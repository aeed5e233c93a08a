-- name: audit_risk_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Risk of a slice: 1 - exp(-strength / scale), 0 for strengths at or below 0.
-- params: p_strength DOUBLE: strength of the strongest premium; p_scale DOUBLE: strength at which the risk is 63 %
-- returns: DOUBLE: from 0 to 1, NULL for a NULL strength
-- requires: none
-- portable: no
create macro rolloutdiff.audit_risk_v1(p_strength, p_scale) as
    case when p_strength is not null then 1 - exp(-greatest(p_strength, 0) / p_scale) end;
