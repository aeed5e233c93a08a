-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_premium (
    audit_id, run, slice, span, outcome, kind, feature_id, other_id, support_rollouts,
    support_prompts, raw_premium, premium, se, t, crit, lower, placebo_p, effect_rm, strength,
    status, shadow_of, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 'kind"6"', 70007, 70008,
    3000000009, 3000000010, -11.1, -12.1, -13.1, -14.1, -15.1, -16.1, -17.1, -18.1, -19.1,
    'status"20"', 70021, 'reason"22"'
);
-- call:
select
    x.audit_id, x.run, x.slice, x.span, x.outcome, x.kind, x.feature_id, x.other_id,
    x.support_rollouts, x.support_prompts, x.raw_premium, x.premium, x.se, x.t, x.crit, x.lower,
    x.placebo_p, x.effect_rm, x.strength, x.status, x.shadow_of, x.reason
from rolloutdiff.audit_premium as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'span"4"' | 'outcome"5"' | 'kind"6"' | 70007 | 70008 | 3000000009 | 3000000010 | -11.1 | -12.1 | -13.1 | -14.1 | -15.1 | -16.1 | -17.1 | -18.1 | -19.1 | 'status"20"' | 70021 | 'reason"22"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_premium (
    audit_id, run, slice, span, outcome, kind, feature_id, other_id, support_rollouts,
    support_prompts, raw_premium, premium, se, t, crit, lower, placebo_p, effect_rm, strength,
    status, shadow_of, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 'kind"6"', null, null, null, null,
    null, null, null, null, null, null, null, null, null, 'status"20"', null, null
);
-- call:
select
    x.audit_id, x.run, x.slice, x.span, x.outcome, x.kind, x.feature_id, x.other_id,
    x.support_rollouts, x.support_prompts, x.raw_premium, x.premium, x.se, x.t, x.crit, x.lower,
    x.placebo_p, x.effect_rm, x.strength, x.status, x.shadow_of, x.reason
from rolloutdiff.audit_premium as x;
-- expect:
--   'audit_id"1"' | 'run"2"' | 'slice"3"' | 'span"4"' | 'outcome"5"' | 'kind"6"' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'status"20"' | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_premium (
    audit_id, run, slice, span, outcome, kind, feature_id, other_id, support_rollouts,
    support_prompts, raw_premium, premium, se, t, crit, lower, placebo_p, effect_rm, strength,
    status, shadow_of, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 'kind"6"', null, null, null, null,
    null, null, null, null, null, null, null, null, null, 'status"20"', null, null
);
-- call:
update rolloutdiff.audit_premium set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?audit_id"?
-- call:
update rolloutdiff.audit_premium set run = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?run"?
-- call:
update rolloutdiff.audit_premium set slice = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?slice"?
-- call:
update rolloutdiff.audit_premium set span = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?span"?
-- call:
update rolloutdiff.audit_premium set outcome = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?outcome"?
-- call:
update rolloutdiff.audit_premium set kind = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?kind"?
-- call:
update rolloutdiff.audit_premium set status = null;
-- fails: NOT NULL constraint failed: "?audit_premium"?\."?status"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_premium (
    audit_id, run, slice, span, outcome, kind, feature_id, other_id, support_rollouts,
    support_prompts, raw_premium, premium, se, t, crit, lower, placebo_p, effect_rm, strength,
    status, shadow_of, reason
) values (
    'audit_id"1"', 'run"2"', 'slice"3"', 'span"4"', 'outcome"5"', 'kind"6"', null, null, null, null,
    null, null, null, null, null, null, null, null, null, 'status"20"', null, null
);
-- call:
update rolloutdiff.audit_premium set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_premium set other_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.audit_premium set support_rollouts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium set support_prompts = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_premium set raw_premium = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set premium = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set se = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set t = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set crit = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set lower = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set placebo_p = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set effect_rm = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set strength = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_premium set shadow_of = 'two';
-- fails: Could not convert string 'two' to INT32
