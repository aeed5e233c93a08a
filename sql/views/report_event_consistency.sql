-- name: report_event_consistency
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: For events in which trainer and inference engine came apart, the comparisons of module dumps of the same run at the nearest step before the onset and at the nearest from it on.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule and version; event_rank: event; side: before (a step before the onset) or after (the onset or a later step); comparison_id: comparison; step: training step of the dumps; profile: strict or compat; pairs: pairs of modules; mismatched: pairs whose outputs differ; suspects: pairs that may hold the cause; hypothesis_code: what the first suspect leads to, NULL without one; train_key: module key of the first suspect in training; rollout_key: likewise of the rollout
-- requires: analysis, cons_comparison, cons_hypothesis_v1, cons_module, cons_suspect, event, event_member, feature
-- portable: yes
create view rolloutdiff.report_event_consistency as
with
-- one row per event with a figure of trainer and engine
parted as (
    select e.analysis_id, e.run, e.rule, e.event_rank, e.onset_step
    from rolloutdiff.event as e
    inner join rolloutdiff.analysis as a on a.analysis_id = e.analysis_id
    where a.complete and exists (
        select 1
        from rolloutdiff.event_member as m
        inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
        where m.analysis_id = e.analysis_id and m.run = e.run and m.event_rank = e.event_rank and f.tier = 'mismatch'
    )
),
-- one row per such event and side: the nearest comparison, strict ones first
nearest as (
    select
        p.analysis_id, p.run, p.rule, p.event_rank, c.comparison_id, c.step, c.profile,
        case when c.step < p.onset_step then 'before' else 'after' end as side
    from parted as p
    inner join rolloutdiff.cons_comparison as c on c.run = p.run and c.step is not null
    qualify row_number() over (
        partition by p.analysis_id, p.run, p.rule, p.event_rank, c.step < p.onset_step
        order by abs(c.step - p.onset_step), c.profile = 'compat', c.comparison_id
    ) = 1
),
-- one row per comparison: its pairs
paired as (
    select
        m.comparison_id,
        count(m.pair_ord) as pairs,
        count(m.pair_ord) filter (where m.output_consistency = 'mismatch') as mismatched
    from rolloutdiff.cons_module as m
    group by m.comparison_id
),
-- one row per comparison: its suspects
suspected as (
    select s.comparison_id, count(s.place) as suspects
    from rolloutdiff.cons_suspect as s
    group by s.comparison_id
)
select
    n.analysis_id,
    n.run,
    n.rule,
    n.event_rank,
    n.side,
    n.comparison_id,
    n.step,
    n.profile,
    coalesce(k.pairs, 0) as pairs,
    coalesce(k.mismatched, 0) as mismatched,
    coalesce(u.suspects, 0) as suspects,
    case when s.comparison_id is not null then rolloutdiff.cons_hypothesis_v1(s.rationale_code) end as hypothesis_code,
    m.train_key,
    m.rollout_key
from nearest as n
left join paired as k on k.comparison_id = n.comparison_id
left join suspected as u on u.comparison_id = n.comparison_id
left join rolloutdiff.cons_suspect as s on s.comparison_id = n.comparison_id and s.place = 1
left join rolloutdiff.cons_module as m on m.comparison_id = s.comparison_id and m.pair_ord = s.pair_ord;
