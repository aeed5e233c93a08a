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
insert into rolloutdiff.integrity select analysis_id, 'r', 'c', 'note', 1, null, null, null, 'm', null from rolloutdiff.analysis;
insert into rolloutdiff.other_split_step select analysis_id, 'r', 1, 1, 1, true from rolloutdiff.analysis;
insert into rolloutdiff.dump_change select analysis_id, 'r', 1, 'completions', 'any', 1 from rolloutdiff.analysis;
insert into rolloutdiff.coverage select analysis_id, 'r', 'c', 1, 1 from rolloutdiff.analysis;
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status) select analysis_id, 'r', 'z', 1, 'alert' from rolloutdiff.analysis;
insert into rolloutdiff.series_point select analysis_id, 1, 'r', 1, 0.5, null, 1, 1, 1, null from rolloutdiff.analysis;
insert into rolloutdiff.shift (analysis_id, run, rule, feature_id) select analysis_id, 'r', 'z', 1 from rolloutdiff.analysis;
insert into rolloutdiff.extraction values (1, 'x', 'ok', null, [], []), (2, 'x', 'ok', null, [], []), (3, 'x', 'ok', null, [], []);
insert into rolloutdiff.audit values ('u1', 'it''s', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values ('u1', 't', 1, 1, 1, 1, 0, null);
insert into rolloutdiff.audit_corrected_reward values ('u1', 1, 'r', 'x', 1, 1);
insert into rolloutdiff.audit_correction values ('u1', 'r', 'x', 1, 'run', null, null, null, null, 'none');
insert into rolloutdiff.audit_divergence values ('u1', 'r', 'x', 1, null, null, null, null, null, null, null, null, false, null);
insert into rolloutdiff.audit_dose values ('u1', 'r', 'x', 'run', 'reward', 1, 0, 1, 0);
insert into rolloutdiff.audit_ope values ('u1', 'r', 'x', 't', 0, null, null, null, null, null, null, null, null, null, 'no_gold');
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, status) values ('u1', 'r', 'x', 'run', 'reward', 'single', 'none');
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, status) values ('u1', 'r', 'x', 'frozen_z_v1', 'quiet');
insert into rolloutdiff.audit_premium_series values ('u1', 'r', 'x', 1, 1, 0, null, null, 1, 1);
insert into rolloutdiff.audit_rollout values ('u1', 1, 'r', 1, 'x', 1, 1, null, null, null, null, null);
insert into rolloutdiff.audit_run_assessment values ('u1', 'r', 'x', false, null, null, null, null, null, null, true, []);
insert into rolloutdiff.audit_slice_risk values ('u1', 'r', 'x', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, null);
insert into rolloutdiff.audit values ('u2', 'b', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values ('u2', 't', 1, 1, 1, 1, 0, null);
insert into rolloutdiff.audit_corrected_reward values ('u2', 1, 'r', 'x', 1, 1);
insert into rolloutdiff.audit_correction values ('u2', 'r', 'x', 1, 'run', null, null, null, null, 'none');
insert into rolloutdiff.audit_divergence values ('u2', 'r', 'x', 1, null, null, null, null, null, null, null, null, false, null);
insert into rolloutdiff.audit_dose values ('u2', 'r', 'x', 'run', 'reward', 1, 0, 1, 0);
insert into rolloutdiff.audit_ope values ('u2', 'r', 'x', 't', 0, null, null, null, null, null, null, null, null, null, 'no_gold');
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, status) values ('u2', 'r', 'x', 'run', 'reward', 'single', 'none');
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, status) values ('u2', 'r', 'x', 'frozen_z_v1', 'quiet');
insert into rolloutdiff.audit_premium_series values ('u2', 'r', 'x', 1, 1, 0, null, null, 1, 1);
insert into rolloutdiff.audit_rollout values ('u2', 1, 'r', 1, 'x', 1, 1, null, null, null, null, null);
insert into rolloutdiff.audit_run_assessment values ('u2', 'r', 'x', false, null, null, null, null, null, null, true, []);
insert into rolloutdiff.audit_slice_risk values ('u2', 'r', 'x', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, null);
insert into rolloutdiff.analysis_uncounted values ('it''s'), ('b');
insert into rolloutdiff.watch_analysis values ('it''s'), ('b');

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
select 'analysis_uncounted' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.analysis_uncounted as x
union all
select 'audit' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit as x
union all
select 'audit_auc' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_auc as x
union all
select 'audit_corrected_reward' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_corrected_reward as x
union all
select 'audit_correction' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_correction as x
union all
select 'audit_divergence' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_divergence as x
union all
select 'audit_dose' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_dose as x
union all
select 'audit_ope' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_ope as x
union all
select 'audit_premium' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_premium as x
union all
select 'audit_premium_screening' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_premium_screening as x
union all
select 'audit_premium_series' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_premium_series as x
union all
select 'audit_rollout' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_rollout as x
union all
select 'audit_run_assessment' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_run_assessment as x
union all
select 'audit_slice_risk' as t, string_agg(x.audit_id, ',' order by x.audit_id) from rolloutdiff.audit_slice_risk as x
union all
select 'calibration' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.calibration as x
union all
select 'coverage' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.coverage as x
union all
select 'dump_change' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.dump_change as x
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
select 'other_split_step' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.other_split_step as x
union all
select 'screening' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.screening as x
union all
select 'series_point' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.series_point as x
union all
select 'shift' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.shift as x
union all
select 'watch_analysis' as t, string_agg(x.analysis_id, ',' order by x.analysis_id) from rolloutdiff.watch_analysis as x
order by t;
-- expect:
--   'alert' | 'b'
--   'analysis' | 'b'
--   'analysis_file' | 'b'
--   'analysis_rollout' | 'b'
--   'analysis_run' | 'b'
--   'analysis_step' | 'b'
--   'analysis_uncounted' | 'b'
--   'audit' | 'u2'
--   'audit_auc' | 'u2'
--   'audit_corrected_reward' | 'u2'
--   'audit_correction' | 'u2'
--   'audit_divergence' | 'u2'
--   'audit_dose' | 'u2'
--   'audit_ope' | 'u2'
--   'audit_premium' | 'u2'
--   'audit_premium_screening' | 'u2'
--   'audit_premium_series' | 'u2'
--   'audit_rollout' | 'u2'
--   'audit_run_assessment' | 'u2'
--   'audit_slice_risk' | 'u2'
--   'calibration' | 'b'
--   'coverage' | 'b'
--   'dump_change' | 'b'
--   'event' | 'b'
--   'event_member' | 'b'
--   'evidence' | 'b'
--   'exemplar' | 'b'
--   'feature' | 'b'
--   'integrity' | 'b'
--   'other_split_step' | 'b'
--   'screening' | 'b'
--   'series_point' | 'b'
--   'shift' | 'b'
--   'watch_analysis' | 'b'
-- call:
select * from rolloutdiff.feature_count;
-- expect:
--   2 | 2 | 1 | 1
