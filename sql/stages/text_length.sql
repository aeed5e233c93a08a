-- name: text_length
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Per step the greatest length of a completion and how many have it, and what the trainer says on how completions ended.
-- params: analysis_id VARCHAR: analysis; after BIGINT: only steps after this one, NULL for all
-- returns: run, step, rows; chars: characters of the longest, NULL without a text; longest: completions of that length; told: completions of which the trainer says how they ended; cut: those that it says were cut off at the limit of their length
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
    where a.analysis_id = $analysis_id and r.step > coalesce($after, -9223372036854775808)
),
-- one row per step and length
held as (
    select
        e.run, e.step, e.chars, count(*) as rows, count(*) filter (where e.reason is not null or e.flag is not null) as told,
        count(*) filter (
            where
                lower(e.reason) in ('length', 'max_tokens', 'max_length', 'max_new_tokens', 'max_output_tokens', 'truncated')
                or lower(e.flag) in ('true', '1', '1.0')
        ) as cut
    from ended as e
    group by e.run, e.step, e.chars
)
select
    h.run, h.step, sum(h.rows::bigint)::bigint as rows, max(h.chars) as chars, coalesce(arg_max(h.rows, h.chars), 0) as longest,
    sum(h.told::bigint)::bigint as told, sum(h.cut::bigint)::bigint as cut
from held as h
group by h.run, h.step
order by h.run, h.step;
