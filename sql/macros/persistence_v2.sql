-- name: persistence_v2
-- kind: table_macro
-- version: 2
-- since: 0.1.0
-- summary: Share of the steps after an alert that keep at least half of the change that the rule estimated, and at least the smallest change that may alert, on the side of the alert; for rules that estimate a change.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_min_change DOUBLE: smallest change of a share; p_min_relative DOUBLE: smallest change of a size, as a share of its baseline
-- returns: run: run; feature_id: feature; later_steps: steps with a value after the alert; beyond_steps: those that keep the change; persistence: their share, NULL with fewer than 3 later steps
-- requires: feature, screening, series_point
-- portable: no
create macro rolloutdiff.persistence_v2(p_analysis_id, p_rule, p_min_change, p_min_relative) as table (
    with
    -- one row per alert: the change that a step must show, in the direction of the alert
    alerting as (
        select
            s.run,
            s.feature_id,
            s.alert_step,
            s.baseline_mean,
            case when s.direction = 'rise' then 1 else -1 end as side,
            greatest(
                abs(s.change) / 2,
                case when f.kind = 'binary' then p_min_change else p_min_relative * abs(s.baseline_mean) end
            ) - 1e-12 as least_change
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    ),
    -- one row per alert: later steps, and those that keep the change
    lasting as (
        select
            a.run,
            a.feature_id,
            count(p.step) as later_steps,
            count(*) filter (where a.side * (p.mean - a.baseline_mean) >= a.least_change) as beyond_steps
        from alerting as a
        left join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = a.run and p.feature_id = a.feature_id and p.step > a.alert_step
        group by a.run, a.feature_id
    )
    select
        l.run,
        l.feature_id,
        l.later_steps,
        l.beyond_steps,
        case when l.later_steps >= 3 then l.beyond_steps::double / l.later_steps end as persistence
    from lasting as l
);
