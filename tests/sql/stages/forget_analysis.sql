-- given:
insert into rolloutdiff.analysis
select x, '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true from (values ('it''s'), ('b')) as t(x);
insert into rolloutdiff.feature values
    (1, 'it''s', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0), (2, 'b', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.feature_count values (1, 1, 1, 1), (1, 2, 1, 1), (2, 2, 1, 1);
insert into rolloutdiff.alert select analysis_id, 'r', 'z', 1, 1.0, 1, 1.0, 1.0, null from rolloutdiff.analysis;
insert into rolloutdiff.analysis_file select analysis_id, 'r', 'f', null, null, 1, 0, 'trl' from rolloutdiff.analysis;
insert into rolloutdiff.analysis_rollout values ('it''s', 1, 'r', 1, 'p', 1, 0), ('it''s', 2, 'r', 1, 'p', 1, 0), ('b', 2, 'r', 1, 'p', 1, 0);
insert into rolloutdiff.analysis_run select analysis_id, 'r', 1, 1, 1, 1, 1, 1, 0, 0, 0, 'trl' from rolloutdiff.analysis;
insert into rolloutdiff.analysis_step select analysis_id, 'r', 1, 1, 1, 1 from rolloutdiff.analysis;
insert into rolloutdiff.calibration (analysis_id, run, rule, series, alerts) select analysis_id, 'r', 'z', 1, 1 from rolloutdiff.analysis;
insert into rolloutdiff.event select analysis_id, 'r', 'z', 1, 'n', 1, 1, 'rise', 1, 1 from rolloutdiff.analysis;
insert into rolloutdiff.event_member select analysis_id, 'r', 1, 1, 1, null from rolloutdiff.analysis;
insert into rolloutdiff.evidence (analysis_id, run, rule, feature_id, status) select analysis_id, 'r', 'z', 1, 'alert' from rolloutdiff.analysis;
insert into rolloutdiff.exemplar select analysis_id, 'r', 1, 1, 'pair', 1, 1 from rolloutdiff.analysis;
insert into rolloutdiff.integrity select analysis_id, 'r', 'c', 'note', 1, null, null, null, 'm' from rolloutdiff.analysis;
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status) select analysis_id, 'r', 'z', 1, 'alert' from rolloutdiff.analysis;
insert into rolloutdiff.series_point select analysis_id, 1, 'r', 1, 0.5, null, 1, 1, 1, null from rolloutdiff.analysis;
insert into rolloutdiff.shift (analysis_id, run, rule, feature_id) select analysis_id, 'r', 'z', 1 from rolloutdiff.analysis;
insert into rolloutdiff.extraction values (1, 'x', 'ok', null, [], []), (2, 'x', 'ok', null, [], []), (3, 'x', 'ok', null, [], []);

-- case: every row of one analysis goes, none of another
-- run: forget_analysis {"analysis_id": "it's"}
-- call:
select 'alert' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.alert as x
union all
select 'analysis' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis as x
union all
select 'analysis_file' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis_file as x
union all
select 'analysis_rollout' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis_rollout as x
union all
select 'analysis_run' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis_run as x
union all
select 'analysis_step' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis_step as x
union all
select 'calibration' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.calibration as x
union all
select 'event' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.event as x
union all
select 'event_member' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.event_member as x
union all
select 'evidence' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.evidence as x
union all
select 'exemplar' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.exemplar as x
union all
select 'feature' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.feature as x
union all
select 'integrity' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.integrity as x
union all
select 'screening' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.screening as x
union all
select 'series_point' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.series_point as x
union all
select 'shift' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.shift as x
order by t;
-- expect:
--   'alert' | 'b'
--   'analysis' | 'b'
--   'analysis_file' | 'b'
--   'analysis_rollout' | 'b'
--   'analysis_run' | 'b'
--   'analysis_step' | 'b'
--   'calibration' | 'b'
--   'event' | 'b'
--   'event_member' | 'b'
--   'evidence' | 'b'
--   'exemplar' | 'b'
--   'feature' | 'b'
--   'integrity' | 'b'
--   'screening' | 'b'
--   'series_point' | 'b'
--   'shift' | 'b'
-- call:
select * from rolloutdiff.feature_count;
-- expect:
--   2 | 2 | 1 | 1
