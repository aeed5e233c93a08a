-- name: store_audit_divergence
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Keeps reward and gold by slice and step, held against the first steps: a step is diverging when the reward lies more than 2 standard errors above its baseline, and its rise exceeds that of gold by more than 2 standard errors of the paired difference.
-- params: audit_id VARCHAR: audit; run VARCHAR: run; baseline_steps BIGINT: first logged steps of a slice
-- returns: none
-- requires: audit_divergence, audit_rollout
-- portable: no
insert into rolloutdiff.audit_divergence
with
-- one row per scored completion of the run
completion as (
    select r.slice, r.step, r.prompt_no, r.reward, r.gold
    from rolloutdiff.audit_rollout as r
    where r.audit_id = $audit_id and r.run = $run and r.reward is not null
),
-- one row per slice, step and prompt with gold; reward and gold of the same completions
prompt_mean as (
    select
        c.slice, c.step, c.prompt_no,
        sum(c.reward order by c.reward) / count(*) as proxy,
        sum(c.gold order by c.gold) / count(*) as gold
    from completion as c
    where c.gold is not null
    group by c.slice, c.step, c.prompt_no
),
-- one row per slice and step with gold: means in which prompts weigh alike
step_mean as (
    select
        m.slice, m.step, count(*) as prompts,
        sum(m.proxy order by m.prompt_no) / count(*) as proxy,
        sum(m.gold order by m.prompt_no) / count(*) as gold
    from prompt_mean as m
    group by m.slice, m.step
),
-- one row per slice and step with gold of two prompts: variances of the means, and of their difference
judged as (
    select
        m.slice, m.step, s.proxy, s.gold,
        row_number() over (partition by m.slice order by m.step) as place,
        sum((m.proxy - s.proxy) * (m.proxy - s.proxy) order by m.prompt_no)
        / (s.prompts * (s.prompts - 1.0)) as proxy_variance,
        sum((m.gold - s.gold) * (m.gold - s.gold) order by m.prompt_no)
        / (s.prompts * (s.prompts - 1.0)) as gold_variance,
        sum(
            (m.proxy - s.proxy - m.gold + s.gold) * (m.proxy - s.proxy - m.gold + s.gold)
            order by m.prompt_no
        ) / (s.prompts * (s.prompts - 1.0)) as gap_variance
    from prompt_mean as m
    inner join step_mean as s on s.slice = m.slice and s.step = m.step
    where s.prompts > 1
    group by m.slice, m.step, s.prompts, s.proxy, s.gold
),
-- one row per slice with as many judged steps as a baseline needs: means over them, and their variances
level as (
    select
        j.slice,
        sum(j.proxy order by j.step) / count(*) as proxy,
        sum(j.gold order by j.step) / count(*) as gold,
        sum(j.proxy_variance order by j.step) / (count(*) * count(*)) as proxy_variance,
        sum(j.gold_variance order by j.step) / (count(*) * count(*)) as gold_variance,
        sum(j.gap_variance order by j.step) / (count(*) * count(*)) as gap_variance
    from judged as j
    where j.place <= $baseline_steps
    group by j.slice
    having count(*) = $baseline_steps
),
-- one row per slice, step and prompt: reward of all its completions
prompt_reward as (
    select c.slice, c.step, c.prompt_no, sum(c.reward order by c.reward) / count(*) as proxy
    from completion as c
    group by c.slice, c.step, c.prompt_no
),
-- one row per slice and step: the mean that stands where there is no gold; prompts weigh alike here too
bare as (
    select p.slice, p.step, sum(p.proxy order by p.prompt_no) / count(*) as proxy
    from prompt_reward as p
    group by p.slice, p.step
),
-- one row per slice and logged step
logged as (
    select
        c.slice, c.step,
        sum(c.reward order by c.reward) filter (where c.gold is not null) / nullif(count(c.gold), 0) as reward,
        sum(c.gold order by c.gold) / nullif(count(c.gold), 0) as gold,
        min(c.reward) filter (where c.gold is not null) < max(c.reward) filter (where c.gold is not null)
        and min(c.gold) < max(c.gold) as varies
    from completion as c
    group by c.slice, c.step
),
-- one row per slice and step with gold whose completions differ: how reward and gold go together
together as (
    select
        c.slice, c.step,
        sum((c.reward - g.reward) * (c.gold - g.gold) order by c.reward, c.gold) as xy,
        sum((c.reward - g.reward) * (c.reward - g.reward) order by c.reward) as xx,
        sum((c.gold - g.gold) * (c.gold - g.gold) order by c.gold) as yy
    from completion as c
    inner join logged as g on g.slice = c.slice and g.step = c.step
    where g.varies and c.gold is not null
    group by c.slice, c.step
),
-- one row per slice and logged step
compared as (
    select
        g.slice, g.step,
        coalesce(s.proxy, b.proxy) as proxy,
        s.gold,
        t.xy / sqrt(t.xx * t.yy) as corr,
        s.proxy - l.proxy as dproxy,
        sqrt(j.proxy_variance + l.proxy_variance) as dproxy_se,
        s.gold - l.gold as dgold,
        sqrt(j.gold_variance + l.gold_variance) as dgold_se,
        sqrt(j.gap_variance + l.gap_variance) as dgap_se,
        case
            when s.slice is null then 'no_gold'
            when j.slice is null then 'single_prompt'
            when l.slice is null then 'short_run'
            when j.place <= $baseline_steps then 'baseline'
        end as reason
    from logged as g
    inner join bare as b on b.slice = g.slice and b.step = g.step
    left join step_mean as s on s.slice = g.slice and s.step = g.step
    left join judged as j on j.slice = g.slice and j.step = g.step
    left join together as t on t.slice = g.slice and t.step = g.step
    left join level as l on l.slice = g.slice
)
select
    $audit_id, $run, c.slice, c.step, c.proxy, c.gold, c.corr, c.dproxy, c.dproxy_se, c.dgold, c.dgold_se, c.dgap_se,
    c.reason is null and c.dproxy > 2 * c.dproxy_se and c.dproxy - c.dgold > 2 * c.dgap_se as diverging,
    c.reason
from compared as c
order by c.slice, c.step;
