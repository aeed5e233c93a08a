-- case: a row is kept as it is
-- call:
insert into rolloutdiff.event (
    analysis_id, run, rule, event_rank, name, onset_step, alert_step, direction, members, lead_feature_id
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'lex:it''s', 3000000005, 3000000006, 'fall', 108, 109
);
-- call:
select
    x.analysis_id, x.run, x.rule, x.event_rank, x.name, x.onset_step, x.alert_step, x.direction,
    x.members, x.lead_feature_id
from rolloutdiff.event as x;
-- expect:
--   'a''1' | 'run "x"' | 'anchored_seq_v1' | 103 | 'lex:it''s' | 3000000005 | 3000000006 | 'fall' | 108 | 109

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.event (
    analysis_id, run, rule, event_rank, name, onset_step, alert_step, direction, members, lead_feature_id
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'lex:it''s', 3000000005, 3000000006, 'fall', 108, 109
);
-- call:
update rolloutdiff.event set analysis_id = null;
-- fails: NOT NULL constraint failed: "?event"?\."?analysis_id"?
-- call:
update rolloutdiff.event set run = null;
-- fails: NOT NULL constraint failed: "?event"?\."?run"?
-- call:
update rolloutdiff.event set rule = null;
-- fails: NOT NULL constraint failed: "?event"?\."?rule"?
-- call:
update rolloutdiff.event set event_rank = null;
-- fails: NOT NULL constraint failed: "?event"?\."?event_rank"?
-- call:
update rolloutdiff.event set name = null;
-- fails: NOT NULL constraint failed: "?event"?\."?name"?
-- call:
update rolloutdiff.event set onset_step = null;
-- fails: NOT NULL constraint failed: "?event"?\."?onset_step"?
-- call:
update rolloutdiff.event set alert_step = null;
-- fails: NOT NULL constraint failed: "?event"?\."?alert_step"?
-- call:
update rolloutdiff.event set direction = null;
-- fails: NOT NULL constraint failed: "?event"?\."?direction"?
-- call:
update rolloutdiff.event set members = null;
-- fails: NOT NULL constraint failed: "?event"?\."?members"?
-- call:
update rolloutdiff.event set lead_feature_id = null;
-- fails: NOT NULL constraint failed: "?event"?\."?lead_feature_id"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.event (
    analysis_id, run, rule, event_rank, name, onset_step, alert_step, direction, members, lead_feature_id
) values (
    'a''1', 'run "x"', 'anchored_seq_v1', 103, 'lex:it''s', 3000000005, 3000000006, 'fall', 108, 109
);
-- call:
update rolloutdiff.event set event_rank = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.event set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.event set alert_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.event set members = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.event set lead_feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
