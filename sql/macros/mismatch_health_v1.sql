-- name: mismatch_health_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Figures of the difference between trainer and engine that lie beyond a fixed line in some step, whatever they were before; and whether the mean log ratio is a constant other than 0, as sampling from a cut distribution makes it.
-- params: p_analysis_id VARCHAR: analysis
-- returns: run: run; code: finding; feature: figure; low: least value that is in order, NULL without one; high: largest value that is in order, NULL without one; steps: steps beyond the line, of a constant offset all steps; first_step: first of them; last_step: last of them; at_steps: all of them, in order; worst: step mean farthest beyond the line, of a constant offset the mean over steps
-- requires: feature, series_point
-- portable: no
create macro rolloutdiff.mismatch_health_v1(p_analysis_id) as table (
    with
    -- one row per figure with a line
    line as (
        select
            unnest([
                'mismatch_is_mean', 'mismatch_is_ess', 'mismatch_is_std', 'mismatch_kl', 'mismatch_chi2_token', 'mismatch_logprob_abs'
            ]) as code,
            unnest([
                'mismatch:is_mean', 'mismatch:is_ess', 'mismatch:is_std', 'mismatch:kl', 'mismatch:chi2_token', 'mismatch:logprob_abs'
            ]) as feature,
            unnest([0.5::double, 0.3::double, null, -0.1::double, null, null]) as low,
            unnest([2.0::double, null, 1.0::double, 0.1::double, 1.0::double, 0.1::double]) as high
    ),
    -- one row per figure, run and step
    point as (
        select p.run, f.name as feature, p.step, p.mean
        from rolloutdiff.series_point as p
        inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
        where p.analysis_id = p_analysis_id and f.tier = 'mismatch'
    ),
    -- one row per step beyond a line
    beyond as (
        select p.run, l.code, l.feature, l.low, l.high, p.step, p.mean, greatest(l.low - p.mean, p.mean - l.high) as excess
        from point as p
        inner join line as l on l.feature = p.feature
        where p.mean < l.low or p.mean > l.high
    ),
    -- one row per run: the mean log ratio over its steps
    offset_level as (
        select
            p.run, p.feature, count(*) as steps, min(p.step) as first_step, max(p.step) as last_step,
            list(p.step order by p.step) as at_steps, min(p.mean) as lowest, max(p.mean) as highest, sum(p.mean order by p.step) / count(*) as level
        from point as p
        where p.feature = 'mismatch:kl'
        group by p.run, p.feature
    )
    select
        b.run, b.code, b.feature, b.low, b.high, count(*) as steps, min(b.step) as first_step, max(b.step) as last_step,
        list(b.step order by b.step) as at_steps, first(b.mean order by b.excess desc, b.step) as worst
    from beyond as b
    group by b.run, b.code, b.feature, b.low, b.high
    union all
    -- Constant: all steps within a quarter of the level around it.
    select
        o.run, 'mismatch_offset_constant' as code, o.feature, null::double as low, null::double as high, o.steps, o.first_step,
        o.last_step, o.at_steps, o.level as worst
    from offset_level as o
    where o.steps >= 5 and abs(o.level) >= 0.01 and greatest(o.highest - o.level, o.level - o.lowest) <= 0.25 * abs(o.level)
);
