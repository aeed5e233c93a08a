-- name: store_evidence
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Figures that speak for or against a change, for every series of a rule; lasting is the temporary table of steps after each alert. Figures of an earlier analysis stand where alert and event window are the same and lie in steps that were taken over from it.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; shift_rule VARCHAR: retrospective rule; baseline_steps BIGINT: scorable steps of the baseline; margin BIGINT: logged steps around onset and alert; min_prompts BIGINT: fewest prompts of a scorable step; found_only BOOLEAN: whether a change corroborates only when the retrospective rule calls it found; earlier VARCHAR: earlier analysis, NULL for none; last_step BIGINT: last step that was taken over from it
-- returns: none
-- requires: alert_window_v1, analysis_step, evidence, feature, prompt_shift_v1, reward_association_v1, screening, shift
-- portable: no
create or replace temp table known_evidence as
-- one row per alert whose figures are known: what it rests on ends before the steps that are new
select e.*
from rolloutdiff.evidence as e
inner join rolloutdiff.screening as b
    on b.analysis_id = e.analysis_id and b.run = e.run and b.rule = e.rule and b.feature_id = e.feature_id
inner join rolloutdiff.screening as s
    on s.analysis_id = $analysis_id and s.run = e.run and s.rule = e.rule and s.feature_id = e.feature_id
    and s.onset_step = b.onset_step and s.alert_step = b.alert_step and s.direction = b.direction
inner join rolloutdiff.analysis_step as t
    on t.analysis_id = $analysis_id and t.run = s.run and t.step = s.alert_step
inner join rolloutdiff.analysis_step as l
    on l.analysis_id = $analysis_id and l.run = s.run and l.step = $last_step
where
    e.analysis_id = $earlier and e.rule = $rule and b.status = 'alert' and s.status = 'alert'
    and t.step_index + $margin <= l.step_index;

-- The macros take all alerts of a rule: the others are theirs for as long as this takes.
insert into rolloutdiff.screening
select s.* replace ('open ' || s.rule as rule)
from rolloutdiff.screening as s
anti join known_evidence as k on k.run = s.run and k.feature_id = s.feature_id
where s.analysis_id = $analysis_id and s.rule = $rule and s.status = 'alert';

insert into rolloutdiff.evidence
with
-- one row per series
series as (
    select s.run, s.feature_id, s.status, s.direction, f.kind, f.tier
    from rolloutdiff.screening as s
    inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
    where s.analysis_id = $analysis_id and s.rule = $rule
),
-- one row per series counted from text: verdicts on both halves of the prompts
half as (
    select
        h.run,
        h.feature_id,
        count(*) as halves,
        count(*) filter (where h.reason in ('short_run', 'single_unit')) as short_halves,
        count(*) filter (where h.status = 'alert' and h.direction = 'rise') as rising,
        count(*) filter (where h.status = 'alert' and h.direction = 'fall') as falling,
        max(h.onset_step) filter (where h.part = 0) as onset_a,
        max(h.onset_step) filter (where h.part = 1) as onset_b
    from half_screening as h
    group by h.run, h.feature_id
),
-- one row per series and change that the retrospective rule has of it
change as (
    select t.run, t.feature_id, t.place, t.onset_step, t.p_value, coalesce(t.shape <> 'spike', false) or not $found_only as counts
    from rolloutdiff.shift as t
    where t.analysis_id = $analysis_id and t.rule = $shift_rule
),
-- one row per alert
span as (
    select w.run, w.feature_id, w.event_first, w.event_last
    from rolloutdiff.alert_window_v1($analysis_id, $rule, $baseline_steps, $margin, $min_prompts) as w
),
-- one row per alert with a change to hold against it: whether one has its onset in the event window
window_change as (
    select
        c.run, c.feature_id,
        bool_or(c.counts and coalesce(c.onset_step between w.event_first and w.event_last, false)) as corroborated
    from span as w
    inner join change as c on c.run = w.run and c.feature_id = w.feature_id
    where c.onset_step is not null or $found_only
    group by c.run, c.feature_id
),
-- one row per yes/no alert whose figures are not known and reward series
paid as (
    select r.run, r.feature_id, r.name, r.groups_used, r.groups_skipped, r.unscored_skipped, r.association, r.se
    from rolloutdiff.reward_association_v1($analysis_id, 'open ' || $rule, $baseline_steps, $margin, $min_prompts) as r
),
-- one row per yes/no alert: the difference on each reward part
part_paid as (
    select
        p.run, p.feature_id,
        map_from_entries(list({'k': substr(p.name, 8), 'v': round(p.association, 6)} order by p.name)) as parts
    from paid as p
    where p.name <> 'reward:total'
    group by p.run, p.feature_id
),
-- one row per alert counted from text whose figures are not known: change on the same prompts, breadth
mix as (
    select
        m.run, m.feature_id, m.whole_shift, m.same_prompt_shift, m.prompt_mix_shift, m.alert_prompts,
        m.alert_prompts_showing, m.baseline_prompts, m.baseline_prompts_showing
    from rolloutdiff.prompt_shift_v1($analysis_id, 'open ' || $rule, $baseline_steps, $min_prompts) as m
),
-- one row per series: the figures that need its completions, as they stand or anew
weighed as (
    select
        k.run, k.feature_id, k.reward_association as association, k.reward_association_se as se, k.groups_used, k.groups_skipped,
        k.unscored_skipped, k.reward_part_association as parts, k.prompt_breadth, k.whole_shift, k.same_prompt_shift,
        k.prompt_mix_shift, k.alert_prompts, k.alert_prompts_showing, k.baseline_prompts, k.baseline_prompts_showing
    from known_evidence as k
    union all
    select
        s.run, s.feature_id, p.association, p.se, p.groups_used, p.groups_skipped, p.unscored_skipped, q.parts,
        case when s.kind = 'binary' then m.alert_prompts_showing::double / nullif(m.alert_prompts, 0) end as prompt_breadth,
        m.whole_shift, m.same_prompt_shift, m.prompt_mix_shift, m.alert_prompts, m.alert_prompts_showing, m.baseline_prompts,
        m.baseline_prompts_showing
    from series as s
    anti join known_evidence as k on k.run = s.run and k.feature_id = s.feature_id
    left join paid as p on p.run = s.run and p.feature_id = s.feature_id and p.name = 'reward:total'
    left join part_paid as q on q.run = s.run and q.feature_id = s.feature_id
    left join mix as m on m.run = s.run and m.feature_id = s.feature_id and s.tier <> 'mismatch'
),
-- one row per series: every figure
figure as (
    select
        s.run, s.feature_id, s.status, s.kind, s.tier,
        case
            when h.halves = 2 and h.short_halves = 0
                then case s.direction
                    when 'rise' then h.rising = 2
                    when 'fall' then h.falling = 2
                    else h.rising = 2 or h.falling = 2
                end
        end as replication,
        w.corroborated as window_corroborated,
        l.persistence, l.later_steps, l.beyond_steps, g.association, g.se, g.groups_used, g.groups_skipped, g.unscored_skipped,
        g.parts, g.prompt_breadth, g.whole_shift, g.same_prompt_shift, g.prompt_mix_shift, g.alert_prompts,
        g.alert_prompts_showing, g.baseline_prompts, g.baseline_prompts_showing,
        h.onset_a, h.onset_b, h.halves,
        t.onset_step as split_step, t.p_value as split_p_value
    from series as s
    inner join weighed as g on g.run = s.run and g.feature_id = s.feature_id
    left join half as h on h.run = s.run and h.feature_id = s.feature_id
    left join change as t on t.run = s.run and t.feature_id = s.feature_id and t.place = 1
    left join window_change as w on w.run = s.run and w.feature_id = s.feature_id
    left join lasting as l on l.run = s.run and l.feature_id = s.feature_id
)
select
    $analysis_id, f.run, $rule, f.feature_id, f.status, f.replication, f.window_corroborated, f.persistence,
    f.association, f.se, f.same_prompt_shift, f.prompt_mix_shift, f.prompt_breadth, f.onset_a, f.onset_b,
    f.groups_used, f.groups_skipped, f.parts, f.baseline_prompts_showing, f.later_steps, f.beyond_steps, f.split_step,
    f.split_p_value, f.whole_shift, f.alert_prompts, f.alert_prompts_showing, f.baseline_prompts, f.unscored_skipped,
    nullif(
        concat_ws(
            '; ',
            case
                when f.replication is not null then null
                when f.halves is null then 'replication=reward_series'
                else 'replication=short_half'
            end,
            case
                when f.window_corroborated is not null then null
                when f.status = 'alert' then 'window_corroborated=no_split'
                else 'window_corroborated=no_alert'
            end,
            case
                when f.persistence is not null then null
                when f.status = 'alert' then 'persistence=few_later_steps'
                else 'persistence=no_alert'
            end,
            case
                when f.association is not null then null
                when f.status <> 'alert' then 'reward_association=no_alert'
                when f.kind <> 'binary' then 'reward_association=size'
                when w.document_frequency = 0 then 'reward_association=no_reward'
                else 'reward_association=no_mixed_group'
            end,
            case when f.association is not null and f.se is null then 'reward_association_se=one_prompt' end,
            case
                when f.same_prompt_shift is not null then null
                when f.status <> 'alert' then 'same_prompt_shift=no_alert'
                when f.tier = 'reward' then 'same_prompt_shift=reward_series'
                when f.tier = 'mismatch' then 'same_prompt_shift=mismatch_series'
                else 'same_prompt_shift=no_shared_prompt'
            end,
            case
                when f.prompt_breadth is not null then null
                when f.status <> 'alert' then 'prompt_breadth=no_alert'
                else 'prompt_breadth=size'
            end
        ),
        ''
    ) as reason
from figure as f
left join rolloutdiff.feature as w on w.analysis_id = $analysis_id and w.name = 'reward:total'
order by f.run, f.feature_id;

delete from rolloutdiff.screening as s
where s.analysis_id = $analysis_id and s.rule = 'open ' || $rule;

drop table known_evidence;
