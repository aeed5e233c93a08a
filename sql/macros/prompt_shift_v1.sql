-- name: prompt_shift_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: How much of the change between baseline and alert window remains on prompts seen in both, and how many prompts show the feature in each.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the baseline; p_min_prompts BIGINT: fewest prompts of a scorable step, 2 for rules that need a standard error
-- returns: run: run; feature_id: feature; whole_shift: mean of the step means from onset to alert minus baseline mean; same_prompt_shift: mean over shared prompts of the difference between their means in both windows, weighted by their steps in the alert window, NULL without shared prompts; prompt_mix_shift: whole minus same; shared_prompts: prompts seen in both windows; alert_prompts: prompts from onset to alert; alert_prompts_showing: those with a count above zero; baseline_prompts: prompts of the baseline; baseline_prompts_showing: those with a count above zero
-- requires: alert_window_v1, analysis_rollout, feature, feature_count, screening, series_point
-- portable: no
create macro rolloutdiff.prompt_shift_v1(p_analysis_id, p_rule, p_baseline_steps, p_min_prompts) as table (
    with
    -- one row per alert of a feature counted from text
    alert_span as (
        select w.run, w.feature_id, w.kind, f.scale, w.onset_step, w.alert_step, w.baseline_first, w.baseline_last
        from rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, 0, p_min_prompts) as w
        inner join rolloutdiff.feature as f on f.feature_id = w.feature_id
        where f.tier <> 'reward'
    ),
    -- one row per run, step and prompt
    prompt_size as (
        select a.run, a.step, a.prompt_id, count(*) as samples
        from rolloutdiff.analysis_rollout as a
        where a.analysis_id = p_analysis_id
        group by a.run, a.step, a.prompt_id
    ),
    -- one row per alerting feature, step and prompt that shows it
    hit as (
        select
            n.feature_id, m.run, n.step, m.prompt_id,
            sum(case when s.kind = 'binary' then 1 else n.n end::bigint)::bigint as total
        from rolloutdiff.feature_count as n
        inner join alert_span as s on s.feature_id = n.feature_id
        inner join rolloutdiff.analysis_rollout as m
            on m.rollout_id = n.rollout_id and m.run = s.run and m.analysis_id = p_analysis_id
        where n.step between s.baseline_first and s.baseline_last or n.step between s.onset_step and s.alert_step
        group by n.feature_id, m.run, n.step, m.prompt_id
    ),
    -- one row per alert, window, step and prompt: the mean inside the prompt
    prompt_step as (
        select
            s.run, s.feature_id, p.prompt_id, p.step,
            p.step >= s.onset_step as in_alert,
            coalesce(h.total, 0)::double / (p.samples * s.scale) as mean,
            coalesce(h.total, 0) > 0 as showing
        from alert_span as s
        inner join prompt_size as p
            on p.run = s.run
            and (p.step between s.baseline_first and s.baseline_last or p.step between s.onset_step and s.alert_step)
        left join hit as h
            on h.feature_id = s.feature_id and h.run = s.run and h.step = p.step and h.prompt_id = p.prompt_id
    ),
    -- one row per alert, window and prompt
    prompt_window as (
        select
            p.run, p.feature_id, p.prompt_id, p.in_alert,
            count(*) as steps,
            sum(p.mean order by p.mean) / count(*) as mean,
            bool_or(p.showing) as showing
        from prompt_step as p
        group by p.run, p.feature_id, p.prompt_id, p.in_alert
    ),
    -- one row per alert and prompt seen in both windows
    shared as (
        select a.run, a.feature_id, a.prompt_id, a.steps, a.mean - b.mean as difference
        from prompt_window as a
        inner join prompt_window as b
            on b.run = a.run and b.feature_id = a.feature_id and b.prompt_id = a.prompt_id and not b.in_alert
        where a.in_alert
    ),
    -- one row per alert with shared prompts
    same_prompt as (
        select
            h.run, h.feature_id, count(*) as prompts,
            sum(h.steps * h.difference order by h.steps * h.difference) / sum(h.steps::bigint) as shift
        from shared as h
        group by h.run, h.feature_id
    ),
    -- one row per alert: mean of the step means from onset to alert
    alert_level as (
        select s.run, s.feature_id, sum(p.mean order by p.step) / count(*) as mean
        from alert_span as s
        inner join rolloutdiff.series_point as p
            on p.analysis_id = p_analysis_id and p.run = s.run and p.feature_id = s.feature_id
        where p.step between s.onset_step and s.alert_step
            and p.prompts >= p_min_prompts and (p_min_prompts < 2 or p.se is not null)
        group by s.run, s.feature_id
    ),
    -- one row per alert: prompts of each window, and those that show the feature
    breadth as (
        select
            w.run, w.feature_id,
            count(*) filter (where w.in_alert) as alert_prompts,
            count(*) filter (where w.in_alert and w.showing) as alert_prompts_showing,
            count(*) filter (where not w.in_alert) as baseline_prompts,
            count(*) filter (where not w.in_alert and w.showing) as baseline_prompts_showing
        from prompt_window as w
        group by w.run, w.feature_id
    )
    select
        b.run,
        b.feature_id,
        l.mean - s.baseline_mean as whole_shift,
        q.shift as same_prompt_shift,
        l.mean - s.baseline_mean - q.shift as prompt_mix_shift,
        coalesce(q.prompts, 0) as shared_prompts,
        b.alert_prompts,
        b.alert_prompts_showing,
        b.baseline_prompts,
        b.baseline_prompts_showing
    from breadth as b
    inner join alert_level as l on l.run = b.run and l.feature_id = b.feature_id
    inner join rolloutdiff.screening as s
        on s.analysis_id = p_analysis_id and s.rule = p_rule and s.run = b.run and s.feature_id = b.feature_id
    left join same_prompt as q on q.run = b.run and q.feature_id = b.feature_id
);
