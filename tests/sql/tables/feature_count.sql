-- case: a row is kept as it is
-- call:
insert into rolloutdiff.feature_count (
    feature_id, rollout_id, step, n
) values (
    100, 3000000001, 3000000002, 103
);
-- call:
select
    x.feature_id, x.rollout_id, x.step, x.n
from rolloutdiff.feature_count as x;
-- expect:
--   100 | 3000000001 | 3000000002 | 103

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.feature_count (
    feature_id, rollout_id, step, n
) values (
    100, 3000000001, 3000000002, 103
);
-- call:
update rolloutdiff.feature_count set feature_id = null;
-- fails: NOT NULL constraint failed: "?feature_count"?\."?feature_id"?
-- call:
update rolloutdiff.feature_count set rollout_id = null;
-- fails: NOT NULL constraint failed: "?feature_count"?\."?rollout_id"?
-- call:
update rolloutdiff.feature_count set step = null;
-- fails: NOT NULL constraint failed: "?feature_count"?\."?step"?
-- call:
update rolloutdiff.feature_count set n = null;
-- fails: NOT NULL constraint failed: "?feature_count"?\."?n"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.feature_count (
    feature_id, rollout_id, step, n
) values (
    100, 3000000001, 3000000002, 103
);
-- call:
update rolloutdiff.feature_count set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.feature_count set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.feature_count set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.feature_count set n = 'two';
-- fails: Could not convert string 'two' to INT32
