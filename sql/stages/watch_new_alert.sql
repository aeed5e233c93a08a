-- name: watch_new_alert
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Alerts of an analysis that watch has not told of, one row for all that show the same completions; none where one of these was told before, and none of rewards.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule whose alerts are told
-- returns: run, rule, feature, tier, kind, unit, direction, onset_step, alert_step, last_step, baseline_mean, recent_mean, change, statistic, threshold, p_value, q_value, e_value, headline, dump_change, folded
-- requires: analysis_run, report_alert, watch_alert
-- portable: no
with
-- one row per alert of the rule, with the alert that stands for it
told as (
    select
        a.*,
        coalesce(a.folded_under, a.feature) as lead_feature,
        exists (
            select w.feature
            from rolloutdiff.watch_alert as w
            where w.run = a.run and w.rule = a.rule and w.feature = a.feature and w.direction = a.direction
        ) as is_known
    from rolloutdiff.report_alert as a
    where a.analysis_id = $analysis_id and a.rule = $rule and a.tier <> 'reward'
),
-- one row per alert that stands for others or for itself
grouped as (
    select
        t.run,
        t.lead_feature,
        coalesce(
            list(
                {
                    'feature': t.feature,
                    'direction': t.direction,
                    'onset_step': t.onset_step,
                    'alert_step': t.alert_step
                }
                order by t.feature
            ) filter (where t.folded_under is not null),
            []
        ) as folded
    from told as t
    group by t.run, t.lead_feature
    having not bool_or(t.is_known)
)
select
    t.run,
    t.rule,
    t.feature,
    t.tier,
    t.kind,
    t.unit,
    t.direction,
    t.onset_step,
    t.alert_step,
    r.last_step,
    t.baseline_mean,
    t.recent_mean,
    t.change,
    t.statistic,
    t.threshold,
    t.p_value,
    t.q_value,
    t.e_value,
    t.headline,
    t.dump_change,
    g.folded
from told as t
inner join grouped as g on g.run = t.run and g.lead_feature = t.feature
inner join rolloutdiff.analysis_run as r on r.analysis_id = t.analysis_id and r.run = t.run
where t.folded_under is null
order by t.run, t.alert_step, t.onset_step, t.feature;
