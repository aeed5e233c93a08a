-- given: create_half_series
create temp table screened as select 1 as feature_id, 'alert' as status, null as reason, 5 as onset_step, 'rise' as direction
union all select 2, 'unscorable', 'it''s short', null, null;

-- case: verdicts on one half are kept beside those on the other
-- run: store_half {"run": "r \"1\"", "part": 0}
-- call:
delete from screened where feature_id = 2;
-- run: store_half {"run": "r \"1\"", "part": 1}
-- call:
select * from half_screening order by all;
-- expect:
--   'r "1"' | 0 | 1 | 'alert' | NULL | 5 | 'rise'
--   'r "1"' | 0 | 2 | 'unscorable' | 'it''s short' | NULL | NULL
--   'r "1"' | 1 | 1 | 'alert' | NULL | 5 | 'rise'
