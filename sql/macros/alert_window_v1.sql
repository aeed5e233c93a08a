-- name: alert_window_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Windows of every alert of a rule: baseline, onset to alert, and the same widened by p_margin logged steps.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the frozen baseline; p_margin BIGINT: logged steps added on both sides; p_min_prompts BIGINT: fewest prompts of a scorable step, 2 for rules that need a standard error
-- returns: run: run; feature_id: feature; kind: binary or continuous; direction: rise or fall; onset_step: onset; alert_step: alert; event_first: first step of the event window; event_last: its last step; baseline_first: first step of the baseline; baseline_last: its last step
-- requires: analysis_step, feature, screening, series_point
-- portable: no
create macro rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as table (
    with
    -- one row per alert
    alerting as (
        select s.run, s.feature_id, f.kind, s.direction, s.onset_step, s.alert_step
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert'
    ),
    -- one row per alert and scorable step of its series, numbered
    scorable as (
        select
            a.run, a.feature_id, p.step,
            row_number() over (partition by a.run, a.feature_id order by p.step) as place
        from alerting as a
        inner join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = a.run and p.feature_id = a.feature_id
        where p.prompts >= p_min_prompts and (p_min_prompts < 2 or p.se is not null)
    ),
    -- one row per alert: its frozen baseline
    baseline as (
        select c.run, c.feature_id, min(c.step) as first_step, max(c.step) as last_step
        from scorable as c
        where c.place <= p_baseline_steps
        group by c.run, c.feature_id
    ),
    -- one row per alert: places of onset and alert among the logged steps of the run
    place as (
        select a.run, a.feature_id, o.step_index as onset_index, t.step_index as alert_index
        from alerting as a
        inner join rolloutdiff.analysis_step as o
            on o.analysis_id = p_analysis_id and o.run = a.run and o.step = a.onset_step
        inner join rolloutdiff.analysis_step as t
            on t.analysis_id = p_analysis_id and t.run = a.run and t.step = a.alert_step
    ),
    -- one row per alert: steps within the margin
    margin as (
        select l.run, l.feature_id, min(i.step) as first_step, max(i.step) as last_step
        from place as l
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = l.run
            and i.step_index between l.onset_index - p_margin and l.alert_index + p_margin
        group by l.run, l.feature_id
    )
    select
        a.run, a.feature_id, a.kind, a.direction, a.onset_step, a.alert_step,
        m.first_step as event_first, m.last_step as event_last,
        b.first_step as baseline_first, b.last_step as baseline_last
    from alerting as a
    inner join margin as m on m.run = a.run and m.feature_id = a.feature_id
    inner join baseline as b on b.run = a.run and b.feature_id = a.feature_id
);
