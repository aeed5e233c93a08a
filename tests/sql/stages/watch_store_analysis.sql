-- case: recorded once
-- run: watch_store_analysis {"analysis_id": "it's"}
-- run: watch_store_analysis {"analysis_id": "it's"}
-- run: watch_store_analysis {"analysis_id": "b"}
-- call:
select w.analysis_id from rolloutdiff.watch_analysis as w order by all;
-- expect:
--   'b'
--   'it''s'
