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
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', '', '', 1.0, 'f', 0), (3, 'r "1"', 1, '3', 'p', '', '', 1.0, 'f', 1), (4, 's', 1, '4', 'p', '', '', 1.0, 'f', 2);
insert into rolloutdiff.ingest values ('r "1"', 'f', null, null, null, 1, 0, 'trl', 'why', 'score');
insert into rolloutdiff.rejected_row values (null, 'f', 3, null, null, 'bad'), ('r "1"', 'g', 3, null, null, 'bad'), ('s', 'g', 3, null, null, 'bad');
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
insert into rolloutdiff.shard values ('r "1"', 'ab', 1, 2), ('s', 'ab', 1, 2);
insert into rolloutdiff.watch_alert values ('r "1"', 'z', 'lex:x', 'rise', 1, 2, 3), ('s', 'z', 'lex:x', 'rise', 1, 2, 3);
insert into rolloutdiff.watch_analysis values ('it''s'), ('b');
insert into rolloutdiff.analysis_uncounted values ('it''s'), ('b');
insert into rolloutdiff.text_reference values (1, 1), (4, 4);

-- case: every table is named, with the rows that one analysis alone needs
-- run: forget_count {"analyses": ["it's"], "run": null, "comparisons": []}
-- expect:
--   'alert' | 1
--   'analysis' | 1
--   'analysis_file' | 1
--   'analysis_rollout' | 2
--   'analysis_run' | 1
--   'analysis_step' | 1
--   'analysis_uncounted' | 1
--   'audit' | 1
--   'audit_auc' | 1
--   'audit_corrected_reward' | 1
--   'audit_correction' | 1
--   'audit_divergence' | 1
--   'audit_dose' | 1
--   'audit_ope' | 1
--   'audit_premium' | 1
--   'audit_premium_screening' | 1
--   'audit_premium_series' | 1
--   'audit_rollout' | 1
--   'audit_run_assessment' | 1
--   'audit_slice_risk' | 1
--   'calibration' | 1
--   'cons_comparison' | 0
--   'cons_dump' | 0
--   'cons_mapping' | 0
--   'cons_module' | 0
--   'cons_suspect' | 0
--   'cons_value' | 0
--   'coverage' | 1
--   'dump_change' | 1
--   'event' | 1
--   'event_member' | 1
--   'evidence' | 1
--   'exemplar' | 1
--   'extraction' | 1
--   'feature' | 1
--   'feature_count' | 2
--   'ingest' | 0
--   'integrity' | 1
--   'other_split_step' | 1
--   'rejected_row' | 0
--   'rollout' | 0
--   'screening' | 1
--   'series_point' | 1
--   'shard' | 0
--   'shift' | 1
--   'text_reference' | 0
--   'watch_alert' | 0
--   'watch_analysis' | 1

-- case: a run goes with its rows, and a source with its last run
-- run: forget_count {"analyses": [], "run": "r \"1\"", "comparisons": []}
-- expect:
--   'alert' | 0
--   'analysis' | 0
--   'analysis_file' | 0
--   'analysis_rollout' | 0
--   'analysis_run' | 0
--   'analysis_step' | 0
--   'analysis_uncounted' | 0
--   'audit' | 0
--   'audit_auc' | 0
--   'audit_corrected_reward' | 0
--   'audit_correction' | 0
--   'audit_divergence' | 0
--   'audit_dose' | 0
--   'audit_ope' | 0
--   'audit_premium' | 0
--   'audit_premium_screening' | 0
--   'audit_premium_series' | 0
--   'audit_rollout' | 0
--   'audit_run_assessment' | 0
--   'audit_slice_risk' | 0
--   'calibration' | 0
--   'cons_comparison' | 0
--   'cons_dump' | 0
--   'cons_mapping' | 0
--   'cons_module' | 0
--   'cons_suspect' | 0
--   'cons_value' | 0
--   'coverage' | 0
--   'dump_change' | 0
--   'event' | 0
--   'event_member' | 0
--   'evidence' | 0
--   'exemplar' | 0
--   'extraction' | 1
--   'feature' | 0
--   'feature_count' | 0
--   'ingest' | 1
--   'integrity' | 0
--   'other_split_step' | 0
--   'rejected_row' | 2
--   'rollout' | 2
--   'screening' | 0
--   'series_point' | 0
--   'shard' | 1
--   'shift' | 0
--   'text_reference' | 1
--   'watch_alert' | 1
--   'watch_analysis' | 0

-- case: rows of a comparison
-- given:
insert into rolloutdiff.cons_comparison values ('c', 'r', 3, 'strict', true, null, null, 0.01, 1e-12, '0.1.0'), ('d', 'r', 3, 'strict', true, null, null, 0.01, 1e-12, '0.1.0');
insert into rolloutdiff.cons_dump values ('c', 'train', 't', 'aa', 4, 1, 2, null, null, null), ('c', 'rollout', 'r', 'bb', 5, 2, 0, null, null, null), ('d', 'train', 't', 'aa', 4, 1, 2, null, null, null);
insert into rolloutdiff.cons_mapping values ('c', 1, 'Module.x', [], null, 'other', '1:0', 'low', 'no_peer');
-- run: forget_count {"analyses": [], "run": null, "comparisons": ["c"]}
-- expect:
--   'alert' | 0
--   'analysis' | 0
--   'analysis_file' | 0
--   'analysis_rollout' | 0
--   'analysis_run' | 0
--   'analysis_step' | 0
--   'analysis_uncounted' | 0
--   'audit' | 0
--   'audit_auc' | 0
--   'audit_corrected_reward' | 0
--   'audit_correction' | 0
--   'audit_divergence' | 0
--   'audit_dose' | 0
--   'audit_ope' | 0
--   'audit_premium' | 0
--   'audit_premium_screening' | 0
--   'audit_premium_series' | 0
--   'audit_rollout' | 0
--   'audit_run_assessment' | 0
--   'audit_slice_risk' | 0
--   'calibration' | 0
--   'cons_comparison' | 1
--   'cons_dump' | 2
--   'cons_mapping' | 1
--   'cons_module' | 0
--   'cons_suspect' | 0
--   'cons_value' | 0
--   'coverage' | 0
--   'dump_change' | 0
--   'event' | 0
--   'event_member' | 0
--   'evidence' | 0
--   'exemplar' | 0
--   'extraction' | 0
--   'feature' | 0
--   'feature_count' | 0
--   'ingest' | 0
--   'integrity' | 0
--   'other_split_step' | 0
--   'rejected_row' | 0
--   'rollout' | 0
--   'screening' | 0
--   'series_point' | 0
--   'shard' | 0
--   'shift' | 0
--   'text_reference' | 0
--   'watch_alert' | 0
--   'watch_analysis' | 0
