-- name: store_exemplar
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Up to three completions that show each rising yes/no member of an event between onset and alert, paid ones first, then those of typical length, one per prompt; with each the most alike completion of the same prompt and step without it, and the latest of the same prompt before the onset.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; most BIGINT: most exemplars per feature
-- returns: none
-- requires: analysis_rollout, event_member, exemplar, feature, feature_count, rollout, screening
-- portable: no
insert into rolloutdiff.exemplar
with
-- one row per rising yes/no member of an event
member as (
    select m.run, m.event_rank, m.feature_id, s.onset_step, s.alert_step
    from rolloutdiff.event_member as m
    inner join rolloutdiff.screening as s
        on s.analysis_id = m.analysis_id and s.run = m.run and s.feature_id = m.feature_id and s.rule = $rule
    inner join rolloutdiff.feature as f on f.feature_id = m.feature_id
    where m.analysis_id = $analysis_id and s.direction = 'rise' and f.kind = 'binary'
),
-- one row per completion of the analysis
completion as (
    select
        a.run, a.step, a.prompt_id, a.rollout_id, r.reward, r.source_file, r.source_row, r.sample_id,
        coalesce(length(r.response), 0) as chars
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row per member and completion that shows it
hit as (
    select n.feature_id, n.rollout_id
    from rolloutdiff.feature_count as n
    where n.feature_id in (select m.feature_id from member as m)
),
-- one row per member and completion that shows it between onset and alert
candidate as (
    select
        m.event_rank, m.feature_id, m.onset_step, c.run, c.step, c.prompt_id, c.rollout_id, c.reward, c.sample_id, c.chars,
        abs(c.chars - median(c.chars) over (partition by m.run, m.feature_id)) as atypical
    from member as m
    inner join completion as c on c.run = m.run and c.step between m.onset_step and m.alert_step
    inner join hit as h on h.feature_id = m.feature_id and h.rollout_id = c.rollout_id
),
-- one row per member and prompt: its best completion
best as (
    select c.event_rank, c.feature_id, c.onset_step, c.run, c.step, c.prompt_id, c.rollout_id, c.reward, c.sample_id, c.chars, c.atypical
    from candidate as c
    qualify row_number() over (
        partition by c.run, c.feature_id, c.prompt_id order by c.reward desc nulls last, c.atypical, c.step, c.sample_id
    ) = 1
),
-- one row per exemplar
chosen as (
    select
        b.event_rank, b.feature_id, b.onset_step, b.run, b.step, b.prompt_id, b.rollout_id, b.chars,
        row_number() over (
            partition by b.run, b.feature_id order by b.reward desc nulls last, b.atypical, b.step, b.sample_id
        ) as place
    from best as b
    qualify place <= $most
),
-- one row per exemplar: same prompt and step, without the feature, most alike in length
pair as (
    select x.event_rank, x.feature_id, x.run, x.place, c.rollout_id
    from chosen as x
    inner join completion as c on c.run = x.run and c.step = x.step and c.prompt_id = x.prompt_id
    left join hit as h on h.feature_id = x.feature_id and h.rollout_id = c.rollout_id
    where h.rollout_id is null
    qualify row_number() over (
        partition by x.run, x.feature_id, x.place order by abs(c.chars - x.chars), c.sample_id, c.source_file, c.source_row
    ) = 1
),
-- one row per exemplar: same prompt, the latest step before the onset, without the feature if there is one
earlier as (
    select x.event_rank, x.feature_id, x.run, x.place, c.rollout_id
    from chosen as x
    inner join completion as c on c.run = x.run and c.step < x.onset_step and c.prompt_id = x.prompt_id
    left join hit as h on h.feature_id = x.feature_id and h.rollout_id = c.rollout_id
    qualify row_number() over (
        partition by x.run, x.feature_id, x.place
        order by h.rollout_id is not null, c.step desc, abs(c.chars - x.chars), c.sample_id, c.source_file, c.source_row
    ) = 1
)
select $analysis_id, x.run, x.event_rank, x.feature_id, 'exemplar', x.place, x.rollout_id
from chosen as x
union all
select $analysis_id, p.run, p.event_rank, p.feature_id, 'pair', p.place, p.rollout_id
from pair as p
union all
select $analysis_id, e.run, e.event_rank, e.feature_id, 'before', e.place, e.rollout_id
from earlier as e
order by 2, 3, 4, 6, 5;
