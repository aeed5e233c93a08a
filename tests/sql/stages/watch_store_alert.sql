-- given:
create temp table told_alert (run varchar, rule varchar, feature varchar, direction varchar, onset_step bigint, alert_step bigint, last_step bigint);
insert into rolloutdiff.watch_alert values ('r "1"', 'z', 'lex:it''s', 'rise', 1, 2, 3);

-- case: what is recorded stays as it is; another run, rule, feature or direction is another alert
-- given:
insert into told_alert values
    ('r "1"', 'z', 'lex:it''s', 'rise', 7, 8, 9), ('r "1"', 'z', 'lex:it''s', 'fall', 4, 5, 6),
    ('s', 'z', 'lex:it''s', 'rise', 4, 5, 6), ('r "1"', 'y', 'lex:it''s', 'rise', 4, 5, 6),
    ('r "1"', 'z', 'ast:x', 'rise', 4, 5, 6);
-- run: watch_store_alert
-- call:
select w.* from rolloutdiff.watch_alert as w order by all;
-- expect:
--   'r "1"' | 'y' | 'lex:it''s' | 'rise' | 4 | 5 | 6
--   'r "1"' | 'z' | 'ast:x' | 'rise' | 4 | 5 | 6
--   'r "1"' | 'z' | 'lex:it''s' | 'fall' | 4 | 5 | 6
--   'r "1"' | 'z' | 'lex:it''s' | 'rise' | 1 | 2 | 3
--   's' | 'z' | 'lex:it''s' | 'rise' | 4 | 5 | 6

-- case: nothing told, nothing recorded
-- run: watch_store_alert
-- call:
select count(*) from rolloutdiff.watch_alert;
-- expect:
--   1
