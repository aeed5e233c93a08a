-- name: reward_step_mean_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Prompt-balanced mean of the reward and of every reward part per step; rollouts without a finite value are left out.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run
-- returns: feature_id: feature of tier reward; step: training step; mean: mean over prompts of the prompt means; se: cluster-robust standard error, NULL with one prompt; prompts: prompts with a value; samples: completions with a value; positives: completions with a value above zero; within_sd: pooled standard deviation inside prompts, NULL without repeats
-- requires: analysis_rollout, feature, rollout
-- portable: no
create macro rolloutdiff.reward_step_mean_v1(p_analysis_id, p_run) as table (
    with
    -- one row per completion of the run
    completion as (
        select a.step, a.prompt_id, r.reward, r.reward_parts
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id and a.run = p_run
    ),
    -- one row per completion and reward part
    part as (
        select c.step, c.prompt_id, unnest(map_keys(c.reward_parts)) as name, unnest(map_values(c.reward_parts)) as amount
        from completion as c
    ),
    -- one row per completion and reward series with a finite value
    scored as (
        select c.step, c.prompt_id, 'reward:total' as name, c.reward as amount
        from completion as c
        where c.reward is not null
        union all
        select p.step, p.prompt_id, 'reward:' || p.name as name, p.amount
        from part as p
        where p.amount is not null and isfinite(p.amount)
    ),
    -- one row per reward series, step and prompt
    prompt_mean as (
        select
            s.name,
            s.step,
            s.prompt_id,
            count(*) as samples,
            count(*) filter (where s.amount > 0) as positives,
            sum(s.amount order by s.amount) / count(*) as mean
        from scored as s
        group by s.name, s.step, s.prompt_id
    ),
    -- one row per reward series, step and prompt: squared deviations inside the prompt
    prompt_square as (
        select
            s.name,
            s.step,
            s.prompt_id,
            sum((s.amount - m.mean) * (s.amount - m.mean) order by s.amount) as square
        from scored as s
        inner join prompt_mean as m on m.name = s.name and m.step = s.step and m.prompt_id = s.prompt_id
        group by s.name, s.step, s.prompt_id
    ),
    -- one row per reward series and step
    step_mean as (
        select
            m.name,
            m.step,
            count(*) as prompts,
            sum(m.samples::bigint)::bigint as samples,
            sum(m.positives::bigint)::bigint as positives,
            sum(m.mean order by m.mean) / count(*) as mean
        from prompt_mean as m
        group by m.name, m.step
    ),
    -- one row per reward series and step: squared deviations between and inside prompts
    step_square as (
        select
            m.name,
            m.step,
            sum((m.mean - t.mean) * (m.mean - t.mean) order by m.mean) as between_square,
            sum(q.square order by q.square) as within_square
        from prompt_mean as m
        inner join step_mean as t on t.name = m.name and t.step = m.step
        inner join prompt_square as q on q.name = m.name and q.step = m.step and q.prompt_id = m.prompt_id
        group by m.name, m.step
    )
    select
        f.feature_id,
        t.step,
        t.mean,
        case when t.prompts > 1 then sqrt(q.between_square / (t.prompts * (t.prompts - 1.0))) end as se,
        t.prompts,
        t.samples,
        t.positives,
        case when t.samples > t.prompts then sqrt(q.within_square / (t.samples - t.prompts)) end as within_sd
    from step_mean as t
    inner join step_square as q on q.name = t.name and q.step = t.step
    inner join rolloutdiff.feature as f on f.name = t.name and f.analysis_id = p_analysis_id and f.tier = 'reward'
);
