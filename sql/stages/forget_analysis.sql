-- name: forget_analysis
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Removes every row of an analysis and of its audits, and nothing else.
-- params: analysis_id VARCHAR: analysis
-- returns: none
-- requires: alert, analysis, analysis_file, analysis_rollout, analysis_run, analysis_step, analysis_uncounted, audit, audit_auc, audit_corrected_reward, audit_correction, audit_divergence, audit_dose, audit_ope, audit_premium, audit_premium_screening, audit_premium_series, audit_rollout, audit_run_assessment, audit_slice_risk, calibration, coverage, dump_change, event, event_member, evidence, exemplar, feature, feature_count, integrity, other_split_step, screening, series_point, shift, watch_analysis
-- portable: no
delete from rolloutdiff.audit_auc as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_corrected_reward as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_correction as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_divergence as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_dose as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_ope as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_premium as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_premium_screening as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_premium_series as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_rollout as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_run_assessment as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit_slice_risk as t
where t.audit_id in (select a.audit_id from rolloutdiff.audit as a where a.analysis_id = $analysis_id);

delete from rolloutdiff.audit as t
where t.analysis_id = $analysis_id;

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

delete from rolloutdiff.analysis_uncounted as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.calibration as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.coverage as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.dump_change as t
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

delete from rolloutdiff.other_split_step as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.screening as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.series_point as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.shift as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.watch_analysis as t
where t.analysis_id = $analysis_id;

delete from rolloutdiff.analysis as t
where t.analysis_id = $analysis_id;
