-- name: forget_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes every row of an analysis, and nothing else.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: alert, analysis, analysis_file, analysis_rollout, analysis_run, analysis_step, calibration, event, event_member, evidence, exemplar, feature, feature_count, integrity, screening, series_point, shift
-- portable: no
delete from rolloutdiff.feature_count as c
where c.feature_id in (select f.feature_id from rolloutdiff.feature as f where f.analysis_id = $analysis_id);

delete from rolloutdiff.alert as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis_file as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis_rollout as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis_run as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis_step as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.calibration as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.event as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.event_member as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.evidence as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.exemplar as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.feature as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.integrity as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.screening as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.series_point as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.shift as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis as t
where t.analysis_id = $analysis_id;
