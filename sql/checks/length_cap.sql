-- name: length_cap
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Steps in which at least a quarter of the completions are cut off at the limit of their length: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: analysis_rollout, rollout
-- portable: no
with
-- one row per completion: what the trainer says on its end, else nothing
ended as (
    select
        a.run, a.step, length(r.response) as chars,
        coalesce(
            json_extract_string(r.extras, '$.finish_reason'), json_extract_string(r.extras, '$.stop_reason'),
            json_extract_string(r.extras, '$.stop_condition')
        ) as reason,
        coalesce(
            json_extract_string(r.extras, '$.is_truncated'), json_extract_string(r.extras, '$.truncated'),
            json_extract_string(r.extras, '$.clipped')
        ) as flag
    from rolloutdiff.analysis_rollout as a
    inner join rolloutdiff.rollout as r on r.rollout_id = a.rollout_id
    where a.analysis_id = $analysis_id
),
-- one row per run: its longest text, and whether the trainer says how completions ended
cap as (
    select e.run, max(e.chars) as chars, count(e.reason) + count(e.flag) > 0 as told
    from ended as e
    group by e.run
),
-- one row per step: completions that were cut; without a word of the trainer those of the greatest length, if it is no
-- short answer
cut as (
    select
        e.run, e.step, count(*) as rows, any_value(c.told) as told,
        count(*) filter (
            where case
                when c.told
                    then coalesce(
                        lower(e.reason) in ('length', 'max_tokens', 'max_length', 'max_new_tokens', 'max_output_tokens', 'truncated')
                        or lower(e.flag) in ('true', '1', '1.0'),
                        false
                    )
                else c.chars >= 200 and e.chars = c.chars
            end
        ) as hits
    from ended as e
    inner join cap as c on c.run = e.run
    group by e.run, e.step
)
select
    c.run, 'length_cap' as code, 'warning' as severity, sum(c.hits::bigint)::bigint as count, list(c.step order by c.step) as steps,
    printf('%.0f%%', 100.0 * sum(c.hits::bigint) / sum(c.rows::bigint)) || ' of the completions of these steps '
    || case when any_value(c.told) then 'are cut off at the limit of their length' else 'have the greatest length of the run, as a limit makes it' end
    || ': they lack their end, code in them may not parse, and lengths cannot rise further.' as message
from cut as c
where c.hits >= 0.25 * c.rows and (c.told or c.hits > 1)
group by c.run
order by c.run;
