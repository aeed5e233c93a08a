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
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status) select analysis_id, 'r', 'z', 1, 'alert' from rolloutdiff.analysis;
insert into rolloutdiff.series_point select analysis_id, 1, 'r', 1, 0.5, null, 1, 1, 1, null from rolloutdiff.analysis;
insert into rolloutdiff.shift (analysis_id, run, rule, feature_id) select analysis_id, 'r', 'z', 1 from rolloutdiff.analysis;
insert into rolloutdiff.extraction values (1, 'x', 'ok', null, [], []), (2, 'x', 'ok', null, [], []), (3, 'x', 'ok', null, [], []);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (3, 'r "1"', 1, '3', 'p', '', '', 1.0, 'f', 1);

-- case: what another analysis needs stays
-- run: forget_extraction {"analyses": ["it's"], "run": null}
-- call:
select rollout_id from rolloutdiff.extraction order by rollout_id;
-- expect:
--   2
--   3

-- case: those of a run go too
-- run: forget_extraction {"analyses": ["it's", "b"], "run": "r \"1\""}
-- call:
select count(*) from rolloutdiff.extraction;
-- expect:
--   0
