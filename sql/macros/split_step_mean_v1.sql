-- name: split_step_mean_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Prompt-balanced mean of every feature in a range of steps, for all prompts together or for each half of them; prompts are split by hash, never at random.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run; p_first_step BIGINT: first training step; p_last_step BIGINT: last training step; p_by_half BOOLEAN: for each half of the prompts
-- returns: feature_id: feature; step: training step; part: half of the prompts, 0 when they are kept together; mean: mean over prompts of the prompt means; se: sqrt(sum of squared deviations of prompt means / (prompts (prompts - 1))), NULL with one prompt; prompts: prompts in the step; samples: completions in the step; positives: completions with a count above zero; within_sd: pooled standard deviation inside prompts, NULL without repeats
-- requires: analysis_rollout, feature, prompt_mean_v1
-- portable: yes
create macro rolloutdiff.split_step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step, p_by_half) as table (
    with
    -- one row per step and prompt
    prompt_size as (
        select
            r.step,
            r.prompt_no,
            any_value(case when p_by_half then r.prompt_half else 0 end) as part,
            count(*) as samples
        from rolloutdiff.analysis_rollout as r
        where r.analysis_id = p_analysis_id and r.run = p_run and r.step between p_first_step and p_last_step
        group by r.step, r.prompt_no
    ),
    -- one row per step, part and group size: how many prompts have it
    size_class as (
        select s.step, s.part, s.samples as size, count(*) as prompts
        from prompt_size as s
        group by s.step, s.part, s.samples
    ),
    -- one row per step and part
    part_size as (
        select
            k.step,
            k.part,
            sum(k.prompts::bigint)::bigint as prompts,
            sum((k.prompts * k.size)::bigint)::bigint as samples
        from size_class as k
        group by k.step, k.part
    ),
    -- one row per feature, step and prompt with a hit
    prompt_total as (
        select
            p.feature_id,
            p.step,
            case when p_by_half then p.prompt_half else 0 end as part,
            p.samples as size,
            p.positives,
            p.total,
            p.total_square
        from rolloutdiff.prompt_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as p
    ),
    -- one row per feature, step, part and group size with a hit: exact integer sums
    class_sum as (
        select
            t.feature_id,
            t.step,
            t.part,
            t.size,
            sum(t.positives::bigint)::bigint as positives,
            sum(t.total::bigint)::hugeint as s1,
            sum((t.total * t.total)::bigint)::hugeint as s2,
            sum(t.total_square::bigint)::hugeint as q
        from prompt_total as t
        group by t.feature_id, t.step, t.part, t.size
    ),
    -- one row per feature, step and part: an integer near its mean, so that squares are taken of small numbers
    centre as (
        select c.feature_id, c.step, c.part, (sum(c.s1::hugeint) // any_value(t.samples))::hugeint as c0
        from class_sum as c
        inner join part_size as t on t.step = c.step and t.part = c.part
        group by c.feature_id, c.step, c.part
    ),
    -- one row per feature, step, part and group size, zeros included: sums of centred prompt totals
    centred as (
        select
            e.feature_id,
            e.step,
            e.part,
            k.size,
            e.c0,
            coalesce(c.positives, 0) as positives,
            coalesce(c.s1, 0) - k.size * e.c0 * k.prompts as d1,
            coalesce(c.s2, 0) - 2 * k.size * e.c0 * coalesce(c.s1, 0) + k.size * k.size * e.c0 * e.c0 * k.prompts as d2,
            coalesce(c.s2, 0) as s2,
            coalesce(c.q, 0) as q
        from centre as e
        inner join size_class as k on k.step = e.step and k.part = e.part
        left join class_sum as c
            on c.feature_id = e.feature_id and c.step = e.step and c.part = e.part and c.size = k.size
    ),
    -- one row per feature, step and part with a hit: group sizes combined in one fixed order
    combined as (
        select
            d.feature_id,
            d.step,
            d.part,
            any_value(d.c0)::double as c0,
            sum(d.positives::bigint)::bigint as positives,
            sum(d.d1::double / d.size order by d.size) as deviation,
            sum(d.d2::double / (d.size * d.size) order by d.size) as square,
            sum((d.q * d.size - d.s2)::double / d.size order by d.size) as within_square
        from centred as d
        group by d.feature_id, d.step, d.part
    )
    select
        f.feature_id,
        t.step,
        t.part,
        coalesce(m.c0 + m.deviation / t.prompts, 0.0) / f.scale as mean,
        case
            when t.prompts > 1
                then sqrt(
                    greatest(coalesce(m.square - m.deviation * m.deviation / t.prompts, 0.0), 0.0)
                    / (t.prompts * (t.prompts - 1.0))
                ) / f.scale
        end as se,
        t.prompts,
        t.samples,
        coalesce(m.positives, 0) as positives,
        case
            when t.samples > t.prompts
                then sqrt(greatest(coalesce(m.within_square, 0.0), 0.0) / (t.samples - t.prompts)) / f.scale
        end as within_sd
    from rolloutdiff.feature as f
    cross join part_size as t
    left join combined as m on m.feature_id = f.feature_id and m.step = t.step and m.part = t.part
    where f.analysis_id = p_analysis_id and f.tier <> 'reward'
);
