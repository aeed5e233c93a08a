-- name: mismatch_step_mean_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Prompt-balanced mean of every figure of the difference between trainer and engine per step, for all prompts together or for each half of them; rollouts without a finite value are left out.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run; p_first_step BIGINT: first training step; p_last_step BIGINT: last training step; p_by_half BOOLEAN: for each half of the prompts
-- returns: feature_id: feature of tier mismatch; step: training step; part: half of the prompts, 0 when they are kept together; mean: mean over prompts of the prompt means; se: cluster-robust standard error, NULL with one prompt; prompts: prompts with a value; samples: completions with a value; positives: completions with a value above zero; within_sd: pooled standard deviation inside prompts, NULL without repeats
-- requires: analysis_rollout, feature, rollout
-- portable: no
create macro rolloutdiff.mismatch_step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step, p_by_half) as table (
    with
    -- one row per completion of the steps that has figures
    completion as (
        select a.step, a.prompt_no, case when p_by_half then a.prompt_half else 0 end as part, r.mismatch
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id and a.run = p_run and a.step between p_first_step and p_last_step
            and r.mismatch is not null
    ),
    -- one row per completion and figure
    figure as (
        select
            c.step, c.prompt_no, c.part,
            unnest(map_keys(c.mismatch)) as name, unnest(map_values(c.mismatch)) as amount
        from completion as c
    ),
    -- one row per completion and figure with a finite value
    measured as (
        select f.name, f.step, f.prompt_no, f.part, f.amount
        from figure as f
        where f.amount is not null and isfinite(f.amount)
    ),
    -- one row per figure, step and prompt
    prompt_mean as (
        select
            m.name,
            m.step,
            m.part,
            m.prompt_no,
            count(*) as samples,
            count(*) filter (where m.amount > 0) as positives,
            sum(m.amount order by m.amount) / count(*) as mean
        from measured as m
        group by m.name, m.step, m.part, m.prompt_no
    ),
    -- one row per figure, step and prompt: squared deviations inside the prompt
    prompt_square as (
        select
            m.name,
            m.step,
            m.prompt_no,
            sum((m.amount - p.mean) * (m.amount - p.mean) order by m.amount) as square
        from measured as m
        inner join prompt_mean as p on p.name = m.name and p.step = m.step and p.prompt_no = m.prompt_no
        group by m.name, m.step, m.prompt_no
    ),
    -- one row per figure, step and part
    step_mean as (
        select
            p.name,
            p.step,
            p.part,
            count(*) as prompts,
            sum(p.samples::bigint)::bigint as samples,
            sum(p.positives::bigint)::bigint as positives,
            sum(p.mean order by p.mean) / count(*) as mean
        from prompt_mean as p
        group by p.name, p.step, p.part
    ),
    -- one row per figure, step and part: squared deviations between and inside prompts
    step_square as (
        select
            p.name,
            p.step,
            p.part,
            sum((p.mean - t.mean) * (p.mean - t.mean) order by p.mean) as between_square,
            sum(q.square order by q.square) as within_square
        from prompt_mean as p
        inner join step_mean as t on t.name = p.name and t.step = p.step and t.part = p.part
        inner join prompt_square as q on q.name = p.name and q.step = p.step and q.prompt_no = p.prompt_no
        group by p.name, p.step, p.part
    )
    select
        f.feature_id,
        t.step,
        t.part,
        t.mean,
        case when t.prompts > 1 then sqrt(q.between_square / (t.prompts * (t.prompts - 1.0))) end as se,
        t.prompts,
        t.samples,
        t.positives,
        case when t.samples > t.prompts then sqrt(q.within_square / (t.samples - t.prompts)) end as within_sd
    from step_mean as t
    inner join step_square as q on q.name = t.name and q.step = t.step and q.part = t.part
    inner join rolloutdiff.feature as f
        on f.name = 'mismatch:' || t.name and f.analysis_id = p_analysis_id and f.tier = 'mismatch'
);
