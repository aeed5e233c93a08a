-- name: prompt_mean_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Mean of every feature inside every prompt of a range of steps; prompts without a count above zero are left out.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run; p_first_step BIGINT: first training step; p_last_step BIGINT: last training step
-- returns: feature_id: feature; step: training step; prompt_id: prompt; prompt_half: half of the prompts it belongs to; samples: completions of the prompt in the step; positives: completions with a count above zero; total: exact sum of counts, presence for binary features; total_square: exact sum of their squares; mean: total over samples, in the unit of the feature
-- requires: analysis_rollout, feature, feature_count
-- portable: yes
create macro rolloutdiff.prompt_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as table (
    with
    -- one row per step and prompt
    prompt as (
        select
            r.step,
            r.prompt_no,
            any_value(r.prompt_id) as prompt_id,
            any_value(r.prompt_half) as prompt_half,
            count(*) as samples
        from rolloutdiff.analysis_rollout as r
        where r.analysis_id = p_analysis_id and r.run = p_run and r.step between p_first_step and p_last_step
        group by r.step, r.prompt_no
    ),
    -- one row per completion of the steps
    completion as (
        select r.rollout_id, r.step, r.prompt_no
        from rolloutdiff.analysis_rollout as r
        where r.analysis_id = p_analysis_id and r.run = p_run and r.step between p_first_step and p_last_step
    ),
    -- one row per feature of the analysis that is counted from text
    counted_feature as (
        select f.feature_id, f.kind = 'binary' as is_binary, f.scale
        from rolloutdiff.feature as f
        where f.analysis_id = p_analysis_id and f.tier <> 'reward'
    ),
    -- one row per feature and completion with a count above zero
    shown as (
        select n.feature_id, n.n, f.is_binary, f.scale, c.step, c.prompt_no
        from rolloutdiff.feature_count as n
        inner join completion as c on c.rollout_id = n.rollout_id
        inner join counted_feature as f on f.feature_id = n.feature_id
        where n.step between p_first_step and p_last_step
    ),
    -- one row per feature, step and prompt with a count above zero; presence needs no sums, and what a prompt
    -- is known by comes afterwards: this group by costs more than the rest of the macro
    hit as (
        select
            s.feature_id,
            s.step,
            s.prompt_no,
            1 as scale,
            count(*) as positives,
            count(*) as total,
            count(*) as total_square
        from shown as s
        where s.is_binary
        group by s.feature_id, s.step, s.prompt_no
        union all
        select
            s.feature_id,
            s.step,
            s.prompt_no,
            any_value(s.scale) as scale,
            count(*) as positives,
            sum(s.n::bigint)::bigint as total,
            sum((s.n::bigint * s.n)::bigint)::bigint as total_square
        from shown as s
        where not s.is_binary
        group by s.feature_id, s.step, s.prompt_no
    )
    select
        h.feature_id,
        h.step,
        p.prompt_id,
        p.prompt_half,
        p.samples,
        h.positives,
        h.total,
        h.total_square,
        h.total::double / (p.samples * h.scale) as mean
    from hit as h
    inner join prompt as p on p.step = h.step and p.prompt_no = h.prompt_no
);
