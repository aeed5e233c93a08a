-- name: audit_logw_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Log importance weight of a completion: its log-probability under the target minus that under the policy that wrote it, clipped to [-50, 30] so that its exponential is finite and above 0.
-- params: p_target DOUBLE: log-probability under the target policy; p_behavior DOUBLE: log-probability under the policy that wrote it
-- returns: DOUBLE: log weight, or NULL when either is NULL
-- requires: none
-- portable: yes
create macro rolloutdiff.audit_logw_v1(p_target, p_behavior) as
    case when p_target - p_behavior is not null then greatest(-50.0, least(30.0, p_target - p_behavior)) end;
