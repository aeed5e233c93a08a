-- name: store_exemplar
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Up to three completions that show each rising yes/no member of an event between onset and alert, paid ones first, then those of typical length, one per prompt; with each the most alike completion of the same prompt and step without it, and the latest of the same prompt before the onset. Those of an earlier analysis stand where onset and alert are the same and lie in steps that were taken over from it.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule; most BIGINT: most exemplars per feature; earlier VARCHAR: earlier analysis, NULL for none; last_step BIGINT: last step that was taken over from it
-- returns: none
-- requires: analysis_rollout, event_member, exemplar, feature, feature_count, rollout, screening
-- portable: no
create or replace temp table rising_member as
with
-- one row per feature of which the earlier analysis has exemplars
shown as (
    select distinct s.run, s.feature_id, s.onset_step, s.alert_step
    from rolloutdiff.exemplar as e
    inner join rolloutdiff.screening as s
        on s.analysis_id = e.analysis_id and s.run = e.run and s.feature_id = e.feature_id and s.rule = $rule
    where e.analysis_id = $earlier and s.alert_step <= $last_step
)
-- one row per rising yes/no member of an event
select m.run, m.event_rank, m.feature_id, s.onset_step, s.alert_step, k.feature_id is not null as is_known
from rolloutdiff.event_member as m
inner join rolloutdiff.screening as s
    on s.analysis_id = m.analysis_id and s.run = m.run and s.feature_id = m.feature_id and s.rule = $rule
inner join rolloutdiff.feature as f on f.feature_id = m.feature_id and f.analysis_id = m.analysis_id
left join shown as k
    on k.run = s.run and k.feature_id = s.feature_id and k.onset_step = s.onset_step and k.alert_step = s.alert_step
where m.analysis_id = $analysis_id and s.direction = 'rise' and f.kind = 'binary';

insert into rolloutdiff.exemplar
with
-- one row per member whose exemplars are not known
member as (
    select m.run, m.event_rank, m.feature_id, m.onset_step, m.alert_step
    from rising_member as m
    where not m.is_known
),
-- one row per completion up to the last alert
completion as (
    select
        a.run, a.step, a.prompt_id, a.rollout_id, r.reward, r.source_file, r.source_row, r.sample_id,
        coalesce(length(r.response), 0) as chars
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id and a.step <= (select max(m.alert_step) from member as m)
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
union all
select $analysis_id, k.run, k.event_rank, k.feature_id, x.role, x.place, x.rollout_id
from rising_member as k
inner join rolloutdiff.exemplar as x on x.analysis_id = $earlier and x.run = k.run and x.feature_id = k.feature_id
where k.is_known
order by 2, 3, 4, 6, 5;

drop table rising_member;
