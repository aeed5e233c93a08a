-- given:
insert into rolloutdiff.alert values ('a', 'r', 'z', 1, 1.0, 1, 1.0, 1.0, null), ('a', 'r', 'z', 2, 1.0, 1, 1.0, 1.0, null), ('a', 'it''s', 'z', 2, 1.0, 1, 1.0, 1.0, null), ('a', 'r', 'y', 2, 1.0, 1, 1.0, 1.0, null), ('b', 'r', 'z', 2, 1.0, 1, 1.0, 1.0, null);
create temp table folded_alert as select 'r' as run, 2 as feature_id, 1 as lead_id;

-- case: only the alert of this analysis, rule and run
-- run: store_fold {"analysis_id": "a", "rule": "z"}
-- call:
select analysis_id, run, rule, feature_id, folded_under from rolloutdiff.alert order by all;
-- expect:
--   'a' | 'it''s' | 'z' | 2 | NULL
--   'a' | 'r' | 'y' | 2 | NULL
--   'a' | 'r' | 'z' | 1 | NULL
--   'a' | 'r' | 'z' | 2 | 1
--   'b' | 'r' | 'z' | 2 | NULL
