-- name: persistence_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Share of the scorable steps after an alert that are still beyond the line of frozen_z_v1, on the side of the alert.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the baseline; p_z DOUBLE: line in standard errors; p_min_rise DOUBLE: smallest rise of a share; p_min_effect DOUBLE: smallest change of a size
-- returns: run: run; feature_id: feature; later_steps: scorable steps after the alert; beyond_steps: those beyond the line; persistence: their share, NULL with fewer than 3 later steps
-- requires: feature, screening, series_point
-- portable: no
create macro rolloutdiff.persistence_v1(p_analysis_id, p_rule, p_baseline_steps, p_z, p_min_rise, p_min_effect) as table (
    with
    -- one row per alert and later scorable step
    later as (
        select
            s.run,
            s.feature_id,
            s.direction,
            p.mean - s.baseline_mean as change,
            sqrt(
                greatest(p.se * p.se, s.baseline_sd * s.baseline_sd)
                + s.baseline_sd * s.baseline_sd / p_baseline_steps
            ) as se,
            case when f.kind = 'binary' then p_min_rise else p_min_effect end - 1e-12 as least_change
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        inner join rolloutdiff.series_point as p
            on p.analysis_id = s.analysis_id and p.run = s.run and p.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
            and p.step > s.alert_step and p.prompts >= 2 and p.se is not null
    ),
    -- one row per alert and later scorable step: beyond the line or not
    judged as (
        select
            l.run,
            l.feature_id,
            case
                when l.direction = 'rise' then l.change > p_z * l.se and l.change >= l.least_change
                else -l.change > p_z * l.se and -l.change >= l.least_change
            end as beyond
        from later as l
    )
    select
        s.run,
        s.feature_id,
        count(j.beyond) as later_steps,
        count(*) filter (where j.beyond) as beyond_steps,
        case when count(j.beyond) >= 3 then (count(*) filter (where j.beyond))::double / count(j.beyond) end as persistence
    from rolloutdiff.screening as s
    left join judged as j on j.run = s.run and j.feature_id = s.feature_id
    where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    group by s.run, s.feature_id
);
