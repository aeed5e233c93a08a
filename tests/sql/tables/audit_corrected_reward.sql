-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_corrected_reward (
    audit_id, rollout_id, run, slice, correction, corrected
) values (
    'audit_id"1"', 3000000002, 'run"3"', 'slice"4"', -5.1, -6.1
);
-- call:
select
    x.audit_id, x.rollout_id, x.run, x.slice, x.correction, x.corrected
from rolloutdiff.audit_corrected_reward as x;
-- expect:
--   'audit_id"1"' | 3000000002 | 'run"3"' | 'slice"4"' | -5.1 | -6.1

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_corrected_reward (
    audit_id, rollout_id, run, slice, correction, corrected
) values (
    'audit_id"1"', 3000000002, 'run"3"', 'slice"4"', -5.1, -6.1
);
-- call:
update rolloutdiff.audit_corrected_reward set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?audit_id"?
-- call:
update rolloutdiff.audit_corrected_reward set rollout_id = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?rollout_id"?
-- call:
update rolloutdiff.audit_corrected_reward set run = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?run"?
-- call:
update rolloutdiff.audit_corrected_reward set slice = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?slice"?
-- call:
update rolloutdiff.audit_corrected_reward set correction = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?correction"?
-- call:
update rolloutdiff.audit_corrected_reward set corrected = null;
-- fails: NOT NULL constraint failed: "?audit_corrected_reward"?\."?corrected"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_corrected_reward (
    audit_id, rollout_id, run, slice, correction, corrected
) values (
    'audit_id"1"', 3000000002, 'run"3"', 'slice"4"', -5.1, -6.1
);
-- call:
update rolloutdiff.audit_corrected_reward set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_corrected_reward set correction = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_corrected_reward set corrected = 'high';
-- fails: Could not convert string 'high' to DOUBLE
