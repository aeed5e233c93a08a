-- case: a row is kept as it is
-- call:
insert into rolloutdiff.exemplar (
    analysis_id, run, event_rank, feature_id, role, place, rollout_id
) values (
    'a''1', 'run "x"', 102, 103, 'pair', 105, 3000000006
);
-- call:
select
    x.analysis_id, x.run, x.event_rank, x.feature_id, x.role, x.place, x.rollout_id
from rolloutdiff.exemplar as x;
-- expect:
--   'a''1' | 'run "x"' | 102 | 103 | 'pair' | 105 | 3000000006

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.exemplar (
    analysis_id, run, event_rank, feature_id, role, place, rollout_id
) values (
    'a''1', 'run "x"', 102, 103, 'pair', 105, 3000000006
);
-- call:
update rolloutdiff.exemplar set analysis_id = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?analysis_id"?
-- call:
update rolloutdiff.exemplar set run = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?run"?
-- call:
update rolloutdiff.exemplar set event_rank = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?event_rank"?
-- call:
update rolloutdiff.exemplar set feature_id = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?feature_id"?
-- call:
update rolloutdiff.exemplar set role = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?role"?
-- call:
update rolloutdiff.exemplar set place = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?place"?
-- call:
update rolloutdiff.exemplar set rollout_id = null;
-- fails: NOT NULL constraint failed: "?exemplar"?\."?rollout_id"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.exemplar (
    analysis_id, run, event_rank, feature_id, role, place, rollout_id
) values (
    'a''1', 'run "x"', 102, 103, 'pair', 105, 3000000006
);
-- call:
update rolloutdiff.exemplar set event_rank = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.exemplar set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.exemplar set place = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.exemplar set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
