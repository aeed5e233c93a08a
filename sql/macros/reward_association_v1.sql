-- name: reward_association_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Reward of completions that show a feature minus reward of those that do not, inside one prompt and step of the event window, averaged over groups; for the reward and every reward part.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the baseline; p_margin BIGINT: logged steps added around onset and alert; p_min_prompts BIGINT: fewest prompts of a scorable step, 2 for rules that need a standard error
-- returns: run: run; feature_id: feature; name: reward:total or reward:part; groups_used: groups with scored completions of both kinds; groups_skipped: groups of the window without them; unscored_skipped: completions of the window left out because they have no finite value; association: mean difference over groups; se: its standard error, clusters are prompts, NULL with one prompt
-- requires: alert_window_v1, analysis_rollout, analysis_step, feature_count, rollout
-- portable: no
create macro rolloutdiff.reward_association_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as table (
    with
    -- one row per alert of a yes/no feature
    alert_span as (
        select w.run, w.feature_id, w.event_first, w.event_last
        from rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as w
        where w.kind = 'binary'
    ),
    -- one row per step of an event window
    window_step as (
        select distinct s.run, i.step
        from alert_span as s
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = s.run and i.step between s.event_first and s.event_last
    ),
    -- one row per completion inside some event window; a group, those of one prompt and step, is called by its first one
    completion as (
        select
            a.run, a.step, a.prompt_no, a.rollout_id, r.reward, r.reward_parts,
            min(a.rollout_id) over (partition by a.run, a.step, a.prompt_no) as group_id
        from rolloutdiff.analysis_rollout as a
        semi join window_step as i on i.run = a.run and i.step = a.step
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id
    ),
    -- one row per completion and reward part
    part as (
        select
            c.run, c.step, c.prompt_no, c.group_id, c.rollout_id,
            unnest(map_keys(c.reward_parts)) as part_name, unnest(map_values(c.reward_parts)) as amount
        from completion as c
    ),
    -- one row per completion and reward series; an unscored one has no amount
    scored as (
        select c.run, c.step, c.prompt_no, c.group_id, c.rollout_id, 'reward:total' as name, c.reward as amount
        from completion as c
        union all
        select
            p.run, p.step, p.prompt_no, p.group_id, p.rollout_id, 'reward:' || p.part_name,
            case when isfinite(p.amount) then p.amount end
        from part as p
        where p.part_name <> 'total'
    ),
    -- one row per reward series and group: the power of two below its largest amount, of which 2^64 parts are counted:
    -- sums of whole parts are exact in any order
    unit as (
        select c.name, c.group_id, coalesce(pow(2.0, floor(log2(nullif(max(abs(c.amount)), 0.0)))), 1.0) as unit
        from scored as c
        group by c.name, c.group_id
    ),
    -- one row per completion and reward series, in parts
    counted as (
        select
            c.run, c.step, c.prompt_no, c.group_id, c.rollout_id, c.name, u.unit, (c.amount / u.unit * pow(2.0, 64.0))::hugeint as amount
        from scored as c
        inner join unit as u on u.name = c.name and u.group_id = c.group_id
    ),
    -- one row per reward series, prompt and step
    prompt_group as (
        select
            c.run, c.name, c.group_id, any_value(c.step) as step, any_value(c.prompt_no) as prompt_no,
            any_value(c.unit) as unit, count(c.amount) as scored, count(*) - count(c.amount) as unscored,
            sum(c.amount::hugeint)::hugeint as total
        from counted as c
        group by c.run, c.name, c.group_id
    ),
    -- one row per reward series and step
    step_total as (
        select g.run, g.name, g.step, count(*) as groups, sum(g.unscored::bigint)::bigint as unscored
        from prompt_group as g
        group by g.run, g.name, g.step
    ),
    -- one row per alert and reward series: what its event window holds
    span_total as (
        select s.run, s.feature_id, t.name, sum(t.groups::bigint)::bigint as groups, sum(t.unscored::bigint)::bigint as unscored
        from alert_span as s
        inner join step_total as t on t.run = s.run and t.step between s.event_first and s.event_last
        group by s.run, s.feature_id, t.name
    ),
    -- one row per alert and group with a completion that shows it; completions of other runs are no group. An inner join
    -- would be planned with alerts and completions first: all their pairs.
    hit as (
        select n.feature_id, c.name, c.group_id, count(c.amount) as present, sum(c.amount::hugeint)::hugeint as total
        from rolloutdiff.feature_count as n
        inner join alert_span as s on s.feature_id = n.feature_id
        left join counted as c on c.rollout_id = n.rollout_id and c.run = s.run
        where n.step between s.event_first and s.event_last
        group by n.feature_id, c.name, c.group_id
    ),
    -- one row per alert, reward series and group that can be compared: its difference
    difference as (
        select
            g.run, h.feature_id, g.name, g.prompt_no,
            ((h.total * g.scored - g.total * h.present) // (h.present * (g.scored - h.present)))::double / pow(2.0, 64.0) * g.unit as amount
        from hit as h
        inner join prompt_group as g on g.name = h.name and g.group_id = h.group_id
        where h.present between 1 and g.scored - 1
    ),
    -- one row per alert, reward series and prompt with such groups
    cluster as (
        select d.run, d.feature_id, d.name, d.prompt_no, count(*) as groups, sum(d.amount order by d.amount) as total
        from difference as d
        group by d.run, d.feature_id, d.name, d.prompt_no
    ),
    -- one row per alert and reward series: the mean difference
    compared as (
        select
            k.run, k.feature_id, k.name, sum(k.groups::bigint)::bigint as groups,
            sum(k.total order by k.total) / sum(k.groups::bigint) as mean
        from cluster as k
        group by k.run, k.feature_id, k.name
    ),
    -- one row per alert and reward series: spread between prompts, of the summed deviations of their groups
    spread as (
        select d.run, d.feature_id, d.name, count(*) as prompts, sum(d.square order by d.square) as square
        from (
            select k.run, k.feature_id, k.name, pow(k.total - c.mean * k.groups, 2.0) as square
            from cluster as k
            inner join compared as c on c.run = k.run and c.feature_id = k.feature_id and c.name = k.name
        ) as d
        group by d.run, d.feature_id, d.name
    )
    select
        s.run,
        s.feature_id,
        s.name,
        coalesce(c.groups, 0) as groups_used,
        s.groups - coalesce(c.groups, 0) as groups_skipped,
        s.unscored as unscored_skipped,
        -- Rounded, since a reward of 0.1 everywhere is a difference of 0 and not of 1e-17 or of minus 0.
        round(c.mean, 12) + 0.0 as association,
        case
            when d.prompts > 1 then sqrt(d.square * d.prompts / (d.prompts - 1.0)) / c.groups
        end as se
    from span_total as s
    left join compared as c on c.run = s.run and c.feature_id = s.feature_id and c.name = s.name
    left join spread as d on d.run = s.run and d.feature_id = s.feature_id and d.name = s.name
);
