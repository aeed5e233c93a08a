-- name: forget_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rows that forgetting would remove, by table; every table of the warehouse that holds such rows is named, with 0 where there are none.
-- params: analyses VARCHAR[]: analyses to forget; run VARCHAR: run to forget with them, or NULL; comparisons VARCHAR[]: comparisons of dumps to forget
-- returns: table_name, rows
-- requires: alert, analysis, analysis_file, analysis_rollout, analysis_run, analysis_step, analysis_uncounted, audit, audit_auc, audit_corrected_reward, audit_correction, audit_divergence, audit_dose, audit_ope, audit_premium, audit_premium_screening, audit_premium_series, audit_rollout, audit_run_assessment, audit_slice_risk, calibration, cons_comparison, cons_dump, cons_mapping, cons_module, cons_suspect, cons_value, coverage, dump_change, event, event_member, evidence, exemplar, extraction, feature, feature_count, ingest, integrity, other_split_step, rejected_row, rollout, screening, series_point, shard, shift, text_reference, watch_alert, watch_analysis
-- portable: no
with
-- one row per extraction that only these analyses or this run need
unneeded as (
    select e.rollout_id
    from rolloutdiff.extraction as e
    where
        e.rollout_id in (
            select a.rollout_id
            from rolloutdiff.analysis_rollout as a
            where list_contains($analyses, a.analysis_id)
            union all
            select r.rollout_id
            from rolloutdiff.rollout as r
            where r.run = $run
        )
        and e.rollout_id not in (
            select a.rollout_id
            from rolloutdiff.analysis_rollout as a
            where not list_contains($analyses, a.analysis_id)
        )
),
-- one row per audit of these analyses
audited as (
    select a.audit_id
    from rolloutdiff.audit as a
    where list_contains($analyses, a.analysis_id)
),
-- one row per table
counted as (
    select 'alert' as table_name, count(*) as rows
    from rolloutdiff.alert as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis' as table_name, count(*) as rows
    from rolloutdiff.analysis as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis_file' as table_name, count(*) as rows
    from rolloutdiff.analysis_file as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis_rollout' as table_name, count(*) as rows
    from rolloutdiff.analysis_rollout as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis_run' as table_name, count(*) as rows
    from rolloutdiff.analysis_run as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis_step' as table_name, count(*) as rows
    from rolloutdiff.analysis_step as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'analysis_uncounted' as table_name, count(*) as rows
    from rolloutdiff.analysis_uncounted as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'audit' as table_name, count(*) as rows
    from audited as a
    union all
    select 'audit_auc' as table_name, count(*) as rows
    from rolloutdiff.audit_auc as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_corrected_reward' as table_name, count(*) as rows
    from rolloutdiff.audit_corrected_reward as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_correction' as table_name, count(*) as rows
    from rolloutdiff.audit_correction as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_divergence' as table_name, count(*) as rows
    from rolloutdiff.audit_divergence as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_dose' as table_name, count(*) as rows
    from rolloutdiff.audit_dose as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_ope' as table_name, count(*) as rows
    from rolloutdiff.audit_ope as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_premium' as table_name, count(*) as rows
    from rolloutdiff.audit_premium as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_premium_screening' as table_name, count(*) as rows
    from rolloutdiff.audit_premium_screening as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_premium_series' as table_name, count(*) as rows
    from rolloutdiff.audit_premium_series as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_rollout' as table_name, count(*) as rows
    from rolloutdiff.audit_rollout as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_run_assessment' as table_name, count(*) as rows
    from rolloutdiff.audit_run_assessment as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'audit_slice_risk' as table_name, count(*) as rows
    from rolloutdiff.audit_slice_risk as t
    where t.audit_id in (select a.audit_id from audited as a)
    union all
    select 'calibration' as table_name, count(*) as rows
    from rolloutdiff.calibration as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'cons_comparison' as table_name, count(*) as rows
    from rolloutdiff.cons_comparison as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'cons_dump' as table_name, count(*) as rows
    from rolloutdiff.cons_dump as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'cons_mapping' as table_name, count(*) as rows
    from rolloutdiff.cons_mapping as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'cons_module' as table_name, count(*) as rows
    from rolloutdiff.cons_module as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'cons_suspect' as table_name, count(*) as rows
    from rolloutdiff.cons_suspect as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'cons_value' as table_name, count(*) as rows
    from rolloutdiff.cons_value as t
    where list_contains($comparisons, t.comparison_id)
    union all
    select 'coverage' as table_name, count(*) as rows
    from rolloutdiff.coverage as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'dump_change' as table_name, count(*) as rows
    from rolloutdiff.dump_change as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'event' as table_name, count(*) as rows
    from rolloutdiff.event as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'event_member' as table_name, count(*) as rows
    from rolloutdiff.event_member as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'evidence' as table_name, count(*) as rows
    from rolloutdiff.evidence as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'exemplar' as table_name, count(*) as rows
    from rolloutdiff.exemplar as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'feature' as table_name, count(*) as rows
    from rolloutdiff.feature as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'integrity' as table_name, count(*) as rows
    from rolloutdiff.integrity as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'other_split_step' as table_name, count(*) as rows
    from rolloutdiff.other_split_step as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'screening' as table_name, count(*) as rows
    from rolloutdiff.screening as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'series_point' as table_name, count(*) as rows
    from rolloutdiff.series_point as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'shift' as table_name, count(*) as rows
    from rolloutdiff.shift as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'watch_alert' as table_name, count(*) as rows
    from rolloutdiff.watch_alert as t
    where t.run = $run
    union all
    select 'watch_analysis' as table_name, count(*) as rows
    from rolloutdiff.watch_analysis as t
    where list_contains($analyses, t.analysis_id)
    union all
    select 'extraction', count(*)
    from unneeded as u
    union all
    select 'feature_count', count(*)
    from rolloutdiff.feature_count as c
    where c.feature_id in (
        select f.feature_id
        from rolloutdiff.feature as f
        where list_contains($analyses, f.analysis_id)
    )
    union all
    select 'ingest', count(*)
    from rolloutdiff.ingest as i
    where i.run = $run
    union all
    select 'rejected_row', count(*)
    from rolloutdiff.rejected_row as r
    where
        r.run = $run
        or (
            r.source_file in (select i.source_file from rolloutdiff.ingest as i where i.run = $run)
            and r.source_file not in (select i.source_file from rolloutdiff.ingest as i where i.run <> $run)
            and not exists (select i.run from rolloutdiff.ingest as i where i.run = r.run and i.run <> $run)
        )
    union all
    select 'text_reference', count(*)
    from rolloutdiff.text_reference as t
    where t.rollout_id in (select r.rollout_id from rolloutdiff.rollout as r where r.run = $run)
    union all
    select 'rollout', count(*)
    from rolloutdiff.rollout as r
    where r.run = $run
    union all
    select 'shard', count(*)
    from rolloutdiff.shard as s
    where s.run = $run
)
select c.table_name, c.rows
from counted as c
order by c.table_name;
