-- name: reward_association_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Reward of completions that show a feature minus reward of those that do not, inside one prompt and step of the event window, averaged over groups; for the reward and every reward part.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_baseline_steps BIGINT: scorable steps of the baseline; p_margin BIGINT: logged steps added around onset and alert; p_min_prompts BIGINT: fewest prompts of a scorable step, 2 for rules that need a standard error
-- returns: run: run; feature_id: feature; name: reward:total or reward:part; groups_used: groups with scored completions of both kinds; groups_skipped: groups of the window without them; unscored_skipped: completions of the window left out because they have no finite value; association: mean difference over groups; se: its standard error, clusters are prompts, NULL with one prompt
-- requires: alert_window_v1, analysis_rollout, feature_count, rollout
-- portable: no
create macro rolloutdiff.reward_association_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as table (
    with
    -- one row per alert of a yes/no feature
    alert_span as (
        select w.run, w.feature_id, w.event_first, w.event_last
        from rolloutdiff.alert_window_v1(p_analysis_id, p_rule, p_baseline_steps, p_margin, p_min_prompts) as w
        where w.kind = 'binary'
    ),
    -- one row per completion inside some event window
    completion as (
        select a.run, a.step, a.prompt_id, a.rollout_id, r.reward, r.reward_parts
        from rolloutdiff.analysis_rollout as a
        inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
        where a.analysis_id = p_analysis_id
            and exists (
                select 1 from alert_span as s where s.run = a.run and a.step between s.event_first and s.event_last
            )
    ),
    -- one row per completion and reward part
    part as (
        select
            c.run, c.step, c.prompt_id, c.rollout_id,
            unnest(map_keys(c.reward_parts)) as part_name, unnest(map_values(c.reward_parts)) as amount
        from completion as c
    ),
    -- one row per completion and reward series; an unscored one has no amount
    scored as (
        select c.run, c.step, c.prompt_id, c.rollout_id, 'reward:total' as name, c.reward as amount
        from completion as c
        union all
        select p.run, p.step, p.prompt_id, p.rollout_id, 'reward:' || p.part_name, case when isfinite(p.amount) then p.amount end
        from part as p
        where p.part_name <> 'total'
    ),
    -- one row per alerting feature and completion that shows it
    hit as (
        select n.feature_id, n.rollout_id
        from rolloutdiff.feature_count as n
        where n.feature_id in (select s.feature_id from alert_span as s)
    ),
    -- one row per alert, reward series, prompt and step
    prompt_group as (
        select
            s.run,
            s.feature_id,
            c.name,
            c.step,
            c.prompt_id,
            count(c.amount) filter (where h.rollout_id is not null) as present,
            count(c.amount) filter (where h.rollout_id is null) as absent,
            count(*) filter (where c.amount is null) as unscored,
            sum(c.amount order by c.amount) filter (where h.rollout_id is not null) as present_sum,
            sum(c.amount order by c.amount) filter (where h.rollout_id is null) as absent_sum
        from alert_span as s
        inner join scored as c on c.run = s.run and c.step between s.event_first and s.event_last
        left join hit as h on h.feature_id = s.feature_id and h.rollout_id = c.rollout_id
        group by s.run, s.feature_id, c.name, c.step, c.prompt_id
    ),
    -- one row per alert and reward series: the mean difference over groups that can be compared
    compared as (
        select
            g.run,
            g.feature_id,
            g.name,
            count(*) filter (where g.present > 0 and g.absent > 0) as groups_used,
            count(*) filter (where g.present = 0 or g.absent = 0) as groups_skipped,
            sum(g.unscored::bigint)::bigint as unscored_skipped,
            -- Rounded, since a reward of 0.1 everywhere is a difference of 0 and not of 1e-17 or of minus 0.
            round(
                sum(
                    g.present_sum / g.present - g.absent_sum / g.absent
                    order by g.present_sum / g.present - g.absent_sum / g.absent
                ) filter (where g.present > 0 and g.absent > 0)
                / nullif(count(*) filter (where g.present > 0 and g.absent > 0), 0),
                12
            ) + 0.0 as association
        from prompt_group as g
        group by g.run, g.feature_id, g.name
    ),
    -- one row per alert, reward series and prompt: summed deviation of its groups from the mean
    cluster as (
        select
            g.run,
            g.feature_id,
            g.name,
            g.prompt_id,
            sum(
                g.present_sum / g.present - g.absent_sum / g.absent - c.association
                order by g.present_sum / g.present - g.absent_sum / g.absent
            ) as deviation
        from prompt_group as g
        inner join compared as c on c.run = g.run and c.feature_id = g.feature_id and c.name = g.name
        where g.present > 0 and g.absent > 0
        group by g.run, g.feature_id, g.name, g.prompt_id
    ),
    -- one row per alert and reward series: spread between prompts
    spread as (
        select
            k.run,
            k.feature_id,
            k.name,
            count(*) as prompts,
            sum(k.deviation * k.deviation order by k.deviation * k.deviation) as square
        from cluster as k
        group by k.run, k.feature_id, k.name
    )
    select
        c.run,
        c.feature_id,
        c.name,
        c.groups_used,
        c.groups_skipped,
        c.unscored_skipped,
        c.association,
        case
            when d.prompts > 1 then sqrt(d.square * d.prompts / (d.prompts - 1.0)) / c.groups_used
        end as se
    from compared as c
    left join spread as d on d.run = c.run and d.feature_id = c.feature_id and d.name = c.name
);
