-- name: prompt_shift_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: How much of the change between baseline and alert window remains on prompts seen in both, and how many prompts show the feature in each.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the baseline; p_min_prompts BIGINT: fewest prompts of a scorable step, 2 for rules that need a standard error
-- returns: run: run; feature_id: feature; whole_shift: mean of the step means from onset to alert minus baseline mean; same_prompt_shift: mean over shared prompts of the difference between their means in both windows, weighted by their steps in the alert window, NULL without shared prompts; prompt_mix_shift: whole minus same; shared_prompts: prompts seen in both windows; alert_prompts: prompts from onset to alert; alert_prompts_showing: those with a count above zero; baseline_prompts: prompts of the baseline; baseline_prompts_showing: those with a count above zero
-- requires: alert_window_v1, analysis_rollout, analysis_step, feature, feature_count, screening, series_point
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
    -- one row per step of a stretch of steps that is the baseline or the alert of some series
    stretch_step as (
        select w.run, w.first_step, w.last_step, i.step
        from (
            select s.run, s.baseline_first as first_step, s.baseline_last as last_step from alert_span as s
            union
            select s.run, s.onset_step, s.alert_step from alert_span as s
        ) as w
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = w.run and i.step between w.first_step and w.last_step
    ),
    -- one row per completion in one of them
    completion as (
        select a.rollout_id, a.run, a.step, a.prompt_no, count(*) over (partition by a.run, a.step, a.prompt_no) as samples
        from rolloutdiff.analysis_rollout as a
        semi join stretch_step as i on i.run = a.run and i.step = a.step
        where a.analysis_id = p_analysis_id
    ),
    -- one row per stretch and prompt: its steps there
    visit as (
        select i.run, i.first_step, i.last_step, c.prompt_no, count(*) as steps
        from stretch_step as i
        inner join (select distinct c.run, c.step, c.prompt_no from completion as c) as c on c.run = i.run and c.step = i.step
        group by i.run, i.first_step, i.last_step, c.prompt_no
    ),
    -- one row per alert, window, prompt that shows it and group size: exact integer sums; completions of other runs have
    -- no prompt. An inner join would be planned with alerts and completions first: all their pairs.
    class_sum as (
        select
            n.feature_id, c.run, c.prompt_no, c.step >= s.onset_step as in_alert, c.samples, any_value(s.scale) as scale,
            sum(case when s.kind = 'binary' then 1 else n.n end::bigint)::bigint as total
        from rolloutdiff.feature_count as n
        inner join alert_span as s on s.feature_id = n.feature_id
        left join completion as c on c.rollout_id = n.rollout_id and c.run = s.run
        where n.step between s.baseline_first and s.baseline_last or n.step between s.onset_step and s.alert_step
        group by n.feature_id, c.run, c.prompt_no, c.step >= s.onset_step, c.samples
    ),
    -- one row per alert, window and prompt that shows it: group sizes combined in one fixed order
    shown as (
        select
            h.run, h.feature_id, h.prompt_no, h.in_alert,
            sum(h.total::double / (h.samples * h.scale) order by h.samples) as total
        from class_sum as h
        group by h.run, h.feature_id, h.prompt_no, h.in_alert
    ),
    -- one row per alert, window and prompt
    prompt_window as (
        select
            s.run, s.feature_id, v.prompt_no, w.in_alert, v.steps,
            coalesce(h.total, 0.0) / v.steps as mean, h.total is not null as showing
        from alert_span as s
        cross join (select unnest([false, true]) as in_alert) as w
        inner join visit as v
            on v.run = s.run
            and v.first_step = case when w.in_alert then s.onset_step else s.baseline_first end
            and v.last_step = case when w.in_alert then s.alert_step else s.baseline_last end
        left join shown as h
            on h.run = s.run and h.feature_id = s.feature_id and h.prompt_no = v.prompt_no and h.in_alert = w.in_alert
    ),
    -- one row per alert and prompt seen in both windows
    shared as (
        select a.run, a.feature_id, a.prompt_no, a.steps, a.mean - b.mean as difference
        from prompt_window as a
        inner join prompt_window as b
            on b.run = a.run and b.feature_id = a.feature_id and b.prompt_no = a.prompt_no and not b.in_alert
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
