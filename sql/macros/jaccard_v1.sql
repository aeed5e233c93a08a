-- name: jaccard_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Overlap of the completions that show two alerting yes/no features, for pairs of alerts of one run, rule and direction whose onsets lie within p_window logged steps: of rises from the first onset to the last alert, of falls in as many logged steps before the first onset.
-- params: p_analysis_id VARCHAR: analysis; p_rule VARCHAR: rule; p_window BIGINT: largest distance of the onsets in logged steps
-- returns: run: run; feature_a: feature; feature_b: feature with a higher number; shared_hits: completions in the pair window that show both; union_hits: completions that show one or both; jaccard: shared over union
-- requires: analysis_rollout, analysis_step, feature, feature_count, screening
-- portable: no
create macro rolloutdiff.jaccard_v1(p_analysis_id, p_rule, p_window) as table (
    with
    -- one row per alert of a yes/no feature
    changing as (
        select s.run, s.feature_id, s.direction, i.step_index as onset_index, l.step_index as alert_index
        from rolloutdiff.screening as s
        inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = s.analysis_id and i.run = s.run and i.step = s.onset_step
        inner join rolloutdiff.analysis_step as l
            on l.analysis_id = s.analysis_id and l.run = s.run and l.step = s.alert_step
        where s.analysis_id = p_analysis_id and s.rule = p_rule and s.status = 'alert' and f.kind = 'binary'
    ),
    -- one row per pair of alerts of one direction: first onset and last alert, as places among the logged steps
    together as (
        select
            a.run,
            a.feature_id as feature_a,
            b.feature_id as feature_b,
            a.direction,
            least(a.onset_index, b.onset_index) as first_index,
            greatest(a.alert_index, b.alert_index) as last_index
        from changing as a
        inner join changing as b on b.run = a.run and b.direction = a.direction and b.feature_id > a.feature_id
        where abs(a.onset_index - b.onset_index) <= p_window
    ),
    -- one row per pair: its window
    pair as (
        select t.run, t.feature_a, t.feature_b, i.step as first_step, l.step as last_step
        from together as t
        inner join rolloutdiff.analysis_step as i
            on i.analysis_id = p_analysis_id and i.run = t.run
            and i.step_index = case when t.direction = 'rise' then t.first_index else greatest(2 * t.first_index - t.last_index - 1, 1) end
        inner join rolloutdiff.analysis_step as l
            on l.analysis_id = p_analysis_id and l.run = t.run
            and l.step_index = case when t.direction = 'rise' then t.last_index else greatest(t.first_index - 1, 1) end
    ),
    -- one row per feature of a pair: the steps of all its windows
    reach as (
        select m.run, m.feature_id, min(m.first_step) as first_step, max(m.last_step) as last_step
        from (
            select p.run, p.feature_a as feature_id, p.first_step, p.last_step from pair as p
            union all
            select p.run, p.feature_b, p.first_step, p.last_step from pair as p
        ) as m
        group by m.run, m.feature_id
    ),
    -- one row per feature of a pair and completion of these steps that shows it
    hit as (
        select r.run, n.feature_id, n.rollout_id, n.step
        from rolloutdiff.feature_count as n
        inner join reach as r on r.feature_id = n.feature_id
        semi join rolloutdiff.analysis_rollout as m
            on m.rollout_id = n.rollout_id and m.run = r.run and m.analysis_id = p_analysis_id
        where n.step between r.first_step and r.last_step
    ),
    -- one row per feature and step: completions showing it
    step_size as (
        select h.run, h.feature_id, h.step, count(*) as hits
        from hit as h
        group by h.run, h.feature_id, h.step
    ),
    -- one row per pair: completions showing the first
    size_a as (
        select p.run, p.feature_a, p.feature_b, sum(h.hits::bigint)::bigint as hits
        from pair as p
        inner join step_size as h on h.run = p.run and h.feature_id = p.feature_a and h.step between p.first_step and p.last_step
        group by p.run, p.feature_a, p.feature_b
    ),
    -- one row per pair: completions showing the second
    size_b as (
        select p.run, p.feature_a, p.feature_b, sum(h.hits::bigint)::bigint as hits
        from pair as p
        inner join step_size as h on h.run = p.run and h.feature_id = p.feature_b and h.step between p.first_step and p.last_step
        group by p.run, p.feature_a, p.feature_b
    ),
    -- one row per pair: completions showing both
    overlap as (
        select p.run, p.feature_a, p.feature_b, count(*) as hits
        from pair as p
        inner join hit as g on g.run = p.run and g.feature_id = p.feature_a and g.step between p.first_step and p.last_step
        inner join hit as h on h.run = p.run and h.feature_id = p.feature_b and h.rollout_id = g.rollout_id
        group by p.run, p.feature_a, p.feature_b
    )
    select
        p.run,
        p.feature_a,
        p.feature_b,
        coalesce(o.hits, 0) as shared_hits,
        coalesce(a.hits, 0) + coalesce(b.hits, 0) - coalesce(o.hits, 0) as union_hits,
        coalesce(o.hits, 0)::double / nullif(coalesce(a.hits, 0) + coalesce(b.hits, 0) - coalesce(o.hits, 0), 0) as jaccard
    from pair as p
    left join size_a as a on a.run = p.run and a.feature_a = p.feature_a and a.feature_b = p.feature_b
    left join size_b as b on b.run = p.run and b.feature_a = p.feature_a and b.feature_b = p.feature_b
    left join overlap as o on o.run = p.run and o.feature_a = p.feature_a and o.feature_b = p.feature_b
);
