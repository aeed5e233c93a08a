-- case: a row is kept as it is
-- call:
insert into rolloutdiff.event_member (
    analysis_id, run, event_rank, feature_id, onset_step, jaccard_with_lead
) values (
    'a''1', 'run "x"', 102, 103, 3000000004, -5.1
);
-- call:
select
    x.analysis_id, x.run, x.event_rank, x.feature_id, x.onset_step, x.jaccard_with_lead
from rolloutdiff.event_member as x;
-- expect:
--   'a''1' | 'run "x"' | 102 | 103 | 3000000004 | -5.1

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.event_member (
    analysis_id, run, event_rank, feature_id, onset_step, jaccard_with_lead
) values (
    'a''1', 'run "x"', 102, 103, 3000000004, null
);
-- call:
select
    x.analysis_id, x.run, x.event_rank, x.feature_id, x.onset_step, x.jaccard_with_lead
from rolloutdiff.event_member as x;
-- expect:
--   'a''1' | 'run "x"' | 102 | 103 | 3000000004 | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.event_member (
    analysis_id, run, event_rank, feature_id, onset_step, jaccard_with_lead
) values (
    'a''1', 'run "x"', 102, 103, 3000000004, null
);
-- call:
update rolloutdiff.event_member set analysis_id = null;
-- fails: NOT NULL constraint failed: "?event_member"?\."?analysis_id"?
-- call:
update rolloutdiff.event_member set run = null;
-- fails: NOT NULL constraint failed: "?event_member"?\."?run"?
-- call:
update rolloutdiff.event_member set event_rank = null;
-- fails: NOT NULL constraint failed: "?event_member"?\."?event_rank"?
-- call:
update rolloutdiff.event_member set feature_id = null;
-- fails: NOT NULL constraint failed: "?event_member"?\."?feature_id"?
-- call:
update rolloutdiff.event_member set onset_step = null;
-- fails: NOT NULL constraint failed: "?event_member"?\."?onset_step"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.event_member (
    analysis_id, run, event_rank, feature_id, onset_step, jaccard_with_lead
) values (
    'a''1', 'run "x"', 102, 103, 3000000004, null
);
-- call:
update rolloutdiff.event_member set event_rank = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.event_member set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.event_member set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.event_member set jaccard_with_lead = 'high';
-- fails: Could not convert string 'high' to DOUBLE
