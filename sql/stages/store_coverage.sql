-- name: store_coverage
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Counts per step how many rollouts have a value of every optional column, of the 200 columns of a run that most have; those of the steps taken over from an earlier analysis stand.
-- params: analysis_id VARCHAR: analysis; earlier VARCHAR: earlier analysis of the same run, all of whose columns were kept, NULL for none; after BIGINT: last step that is taken over from it, NULL for none
-- returns: none
-- requires: analysis_rollout, analysis_step, coverage, rollout
-- portable: no
insert into rolloutdiff.coverage
with
-- one row per run, step and set of filled columns; most rows of a run have the same. A key of the extras that is called
-- like a column of ours is that column's
form as (
    select
        a.run, a.step,
        list_concat(
            list_filter(
                coalesce(
                    case
                        when contains(r.extras::varchar, 'null')
                            then list_transform(
                                list_filter(map_entries(from_json(r.extras, '"MAP(VARCHAR,JSON)"')), lambda m: m.value is not null and m.value <> 'null'),
                                lambda m: m.key
                            )
                        else json_keys(r.extras)
                    end,
                    []::varchar[]
                ),
                lambda k: k not in ('reward', 'response')
            ),
            coalesce(list_transform(list_filter(map_entries(r.reward_parts), lambda e: e.value is not null), lambda e: e.key), []::varchar[]),
            list_filter(
                [
                    case when r.reward is not null then 'reward' end, case when r.response is not null then 'response' end,
                    case when r.group_id is not null then 'group_id' end, case when r.split is not null then 'split' end,
                    case when r.slice is not null then 'slice' end, case when r.gold is not null then 'gold' end,
                    case when r.logprob is not null then 'logprob' end,
                    case when r.ref_logprob is not null then 'ref_logprob' end,
                    case when r.target_logprob is not null then 'target_logprob' end
                ],
                lambda n: n is not null
            )
        ) as names,
        count(*) as n
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id and r.step > coalesce($after, -9223372036854775808)
    group by all
),
-- one row per run, column and step that has a value of it
filled as (
    select u.run, u.name, u.step, sum(u.n::bigint)::bigint as rows
    from (select f.run, f.step, unnest(list_distinct(f.names)) as name, f.n from form as f) as u
    group by u.run, u.name, u.step
    union all
    select c.run, c.column_name, c.step, c.filled
    from rolloutdiff.coverage as c
    where c.analysis_id = $earlier and c.step <= $after and c.filled > 0
),
-- one row per run and column that is kept
kept as (
    select f.run, f.name
    from filled as f
    group by f.run, f.name
    qualify row_number() over (partition by f.run order by sum(f.rows::bigint) desc, f.name) <= 200
)
select $analysis_id, k.run, k.name, s.step, coalesce(f.rows, 0)
from kept as k
inner join rolloutdiff.analysis_step as s on s.analysis_id = $analysis_id and s.run = k.run
left join filled as f on f.run = k.run and f.name = k.name and f.step = s.step
order by k.run, k.name, s.step;
