-- name: audit_gram_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Sums of products of feature counts and of outcomes inside groups of one prompt at one step, over one slice and range of steps: the normal equations of premiums.
-- params: p_audit_id VARCHAR: audit; p_run VARCHAR: run; p_slice VARCHAR: slice; p_outcome VARCHAR: reward, gold or gap; p_first_step BIGINT: first training step; p_last_step BIGINT: last training step; p_features INTEGER[]: features
-- returns: feature_a: feature; feature_b: feature, at least feature_a; xx: sum over groups of the product of their centred counts; xy: sum over groups of centred counts of feature_a times excess of the outcome; rollouts: completions that show both
-- requires: audit_excess_v1, feature_count
-- portable: yes
create macro rolloutdiff.audit_gram_v1(p_audit_id, p_run, p_slice, p_outcome, p_first_step, p_last_step, p_features) as table (
    with
    -- one row per completion that can be compared with others of its group
    completion as (
        select e.group_no, e.rollout_id, e.excess, e.samples
        from rolloutdiff.audit_excess_v1(p_audit_id) as e
        where
            e.run = p_run and e.slice = p_slice and e.outcome = p_outcome
            and e.step between p_first_step and p_last_step
    ),
    -- one row per feature and completion that shows it
    shown as (
        select n.feature_id, n.rollout_id, n.n, c.group_no, c.samples, c.excess
        from rolloutdiff.feature_count as n
        inner join completion as c on c.rollout_id = n.rollout_id
        where list_contains(p_features, n.feature_id)
    ),
    -- one row per feature and group that shows it
    total as (
        select
            s.feature_id, s.group_no, s.samples,
            sum(s.n::bigint)::bigint as n,
            sum(s.n * s.excess order by s.n * s.excess) as xy
        from shown as s
        group by s.feature_id, s.group_no, s.samples
    ),
    -- one row per pair of features and size of group: exact sums of products inside completions
    product as (
        select
            a.feature_id as feature_a, b.feature_id as feature_b, a.samples,
            sum((a.n * b.n)::bigint)::bigint as inside,
            count(*) as rollouts
        from shown as a
        inner join shown as b on b.rollout_id = a.rollout_id and b.feature_id >= a.feature_id
        group by a.feature_id, b.feature_id, a.samples
    ),
    -- one row per pair of features and size of group: exact sums of products of totals
    crossed as (
        select
            a.feature_id as feature_a, b.feature_id as feature_b, a.samples,
            sum((a.n * b.n)::bigint)::bigint as outside
        from total as a
        inner join total as b on b.group_no = a.group_no and b.feature_id >= a.feature_id
        group by a.feature_id, b.feature_id, a.samples
    ),
    -- one row per pair of features that share a group
    gram as (
        select
            x.feature_a, x.feature_b,
            sum(
                (x.samples * coalesce(p.inside, 0) - x.outside)::double / x.samples
                order by x.samples
            ) as xx,
            sum(coalesce(p.rollouts, 0)::bigint)::bigint as rollouts
        from crossed as x
        left join product as p
            on p.feature_a = x.feature_a and p.feature_b = x.feature_b and p.samples = x.samples
        group by x.feature_a, x.feature_b
    ),
    -- one row per feature
    moment as (
        select t.feature_id, sum(t.xy order by t.group_no) as xy
        from total as t
        group by t.feature_id
    )
    select g.feature_a, g.feature_b, g.xx, m.xy, g.rollouts
    from gram as g
    inner join moment as m on m.feature_id = g.feature_a
);
