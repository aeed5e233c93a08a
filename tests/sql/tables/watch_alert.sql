-- case: a row is kept as it is
-- call:
insert into rolloutdiff.watch_alert (
    run, rule, feature, direction, onset_step, alert_step, last_step
) values (
    'run "x"', 'it''s_v1', 'lex:it''s', 'rise', 3000000002, 3000000003, 3000000004
);
-- call:
select
    x.run, x.rule, x.feature, x.direction, x.onset_step, x.alert_step, x.last_step
from rolloutdiff.watch_alert as x;
-- expect:
--   'run "x"' | 'it''s_v1' | 'lex:it''s' | 'rise' | 3000000002 | 3000000003 | 3000000004

-- case: nothing may be absent
-- given:
insert into rolloutdiff.watch_alert (
    run, rule, feature, direction, onset_step, alert_step, last_step
) values (
    'run "x"', 'it''s_v1', 'lex:it''s', 'rise', 3000000002, 3000000003, 3000000004
);
-- call:
update rolloutdiff.watch_alert set run = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?run"?
-- call:
update rolloutdiff.watch_alert set rule = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?rule"?
-- call:
update rolloutdiff.watch_alert set feature = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?feature"?
-- call:
update rolloutdiff.watch_alert set direction = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?direction"?
-- call:
update rolloutdiff.watch_alert set onset_step = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?onset_step"?
-- call:
update rolloutdiff.watch_alert set alert_step = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?alert_step"?
-- call:
update rolloutdiff.watch_alert set last_step = null;
-- fails: NOT NULL constraint failed: "?watch_alert"?\."?last_step"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.watch_alert (
    run, rule, feature, direction, onset_step, alert_step, last_step
) values (
    'run "x"', 'it''s_v1', 'lex:it''s', 'rise', 3000000002, 3000000003, 3000000004
);
-- call:
update rolloutdiff.watch_alert set onset_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.watch_alert set alert_step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.watch_alert set last_step = 'two';
-- fails: Could not convert string 'two' to INT64
