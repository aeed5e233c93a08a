-- given:
create temp table found_event (run varchar, event_rank integer, name varchar, onset_step bigint, alert_step bigint, direction varchar, members integer, lead_feature_id integer);
create temp table found_member (run varchar, event_rank integer, feature_id integer, onset_step bigint, jaccard double);

-- case: events by rank, members by feature, no overlap for a size
-- given:
insert into found_event values ('r', 2, 'two', 5, 6, 'fall', 1, 9), ('r', 1, 'says "it''s"', 3, 4, 'rise', 2, 1);
insert into found_member values ('r', 1, 2, 4, null), ('r', 1, 1, 3, 1.0), ('r', 2, 9, 5, 0.5);
-- run: store_event {"analysis_id": "a", "rule": "z"}
-- call:
select * from rolloutdiff.event;
-- expect:
--   'a' | 'r' | 'z' | 1 | 'says "it''s"' | 3 | 4 | 'rise' | 2 | 1
--   'a' | 'r' | 'z' | 2 | 'two' | 5 | 6 | 'fall' | 1 | 9
-- call:
select * from rolloutdiff.event_member;
-- expect:
--   'a' | 'r' | 1 | 1 | 3 | 1.0
--   'a' | 'r' | 1 | 2 | 4 | NULL
--   'a' | 'r' | 2 | 9 | 5 | 0.5

-- case: an event has a name
-- given:
insert into found_event values ('r', 1, null, 3, 4, 'rise', 2, 1);
-- run: store_event {"analysis_id": "a", "rule": "z"}
-- fails: NOT NULL constraint failed: "?event"?\."?name
