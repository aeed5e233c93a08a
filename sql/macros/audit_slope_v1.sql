-- name: audit_slope_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Slope of an outcome on the count of one feature inside prompts, for every slice and step: with u the score of a prompt and K prompts whose completions differ in the count, se = sqrt(K / (K - 1) sum of u^2) / weight, at least that of equal and independent noise.
-- params: p_audit_id VARCHAR: audit; p_run VARCHAR: run; p_outcome VARCHAR: reward, gold or gap; p_feature INTEGER: feature
-- returns: slice: slice; step: training step; slope: outcome per occurrence; se: standard error, clusters are prompts, NULL with one prompt; weight: sum of squared centred counts; prompts: prompts whose completions differ in the count; samples: their completions
-- requires: audit_excess_v1, feature_count
-- portable: yes
create macro rolloutdiff.audit_slope_v1(p_audit_id, p_run, p_outcome, p_feature) as table (
    with
    -- one row per completion that can be compared with others of its group
    completion as (
        select e.slice, e.step, e.group_no, e.samples, e.excess, coalesce(n.n, 0) as n
        from rolloutdiff.audit_excess_v1(p_audit_id) as e
        left join rolloutdiff.feature_count as n on n.rollout_id = e.rollout_id and n.feature_id = p_feature
        where e.run = p_run and e.outcome = p_outcome
    ),
    -- one row per group; sums of counts are exact
    cell as (
        select
            c.slice, c.step, c.group_no, c.samples,
            sum(c.n::bigint)::bigint as total,
            sum((c.n::bigint * c.n)::bigint)::bigint as square,
            sum(c.n * c.excess order by c.n * c.excess) as xy,
            sum(c.excess * c.excess order by c.excess * c.excess) as yy
        from completion as c
        group by c.slice, c.step, c.group_no, c.samples
    ),
    -- one row per group whose completions differ in the count
    varied as (
        select
            k.slice, k.step, k.group_no, k.samples, k.xy, k.yy,
            (k.samples * k.square - k.total * k.total)::double / k.samples as xx
        from cell as k
        where k.samples * k.square > k.total * k.total
    ),
    -- one row per slice and step
    fitted as (
        select
            v.slice, v.step,
            sum(v.xy order by v.group_no) / sum(v.xx order by v.group_no) as slope,
            sum(v.xx order by v.group_no) as weight,
            sum(v.yy order by v.group_no) as square,
            count(*) as prompts,
            sum(v.samples::bigint)::bigint as samples
        from varied as v
        group by v.slice, v.step
    ),
    -- one row per slice and step: squared scores of its prompts
    scored as (
        select
            v.slice, v.step,
            sum((v.xy - f.slope * v.xx) * (v.xy - f.slope * v.xx) order by v.group_no) as square
        from varied as v
        inner join fitted as f on f.slice = v.slice and f.step = v.step
        group by v.slice, v.step
    )
    select
        f.slice, f.step, f.slope,
        case
            when f.prompts > 1
                then sqrt(
                    greatest(
                        s.square * f.prompts / (f.prompts - 1.0),
                        greatest(f.square - f.slope * f.slope * f.weight, 0.0)
                        / greatest(f.samples - f.prompts - 1, 1) * f.weight
                    )
                ) / f.weight
        end as se,
        f.weight, f.prompts, f.samples
    from fitted as f
    inner join scored as s on s.slice = f.slice and s.step = f.step
);
