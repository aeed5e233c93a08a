-- name: certify_read
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads labelled completions into the temporary table certify_row. staged_source is an Arrow stream with the
--   columns source_row (NULL: rows count from 0 in order), slice, gold, behavior, target, score, target_score, of any
--   type, NULL where the source has none.
-- params: as_json BOOLEAN: cells are JSON text; untyped BOOLEAN: cells are plain text, which may also say that there is no number; has_slice BOOLEAN: the source has slices, else all rows are of the slice all; labels VARCHAR[]: names of the five numbers in the source, NULL where it has none
-- returns: none
-- requires: audit_logw_v1, finite_number_v1, number_fault_v1
-- portable: no
create or replace temp table certify_row as
with
-- one row per row of the source: numbers as JSON
cell as (
    select
        coalesce(s.source_row::bigint, row_number() over () - 1) as source_row,
        case
            when not $has_slice then 'all'
            when $as_json then json_extract_string(s.slice::varchar::json, '$')
            else s.slice::varchar
        end as slice,
        [
            case when $as_json then s.gold::varchar::json else to_json(s.gold) end,
            case when $as_json then s.behavior::varchar::json else to_json(s.behavior) end,
            case when $as_json then s.target::varchar::json else to_json(s.target) end,
            case when $as_json then s.score::varchar::json else to_json(s.score) end,
            case when $as_json then s.target_score::varchar::json else to_json(s.target_score) end
        ] as vals
    from staged_source as s
),
-- one row per row of the source: numbers, and the first value that is none
judged as (
    select
        c.source_row,
        c.slice,
        list_transform(c.vals, lambda v: rolloutdiff.finite_number_v1(json_extract_string(v, '$'))) as numbers,
        list_filter(
            list_transform(
                c.vals,
                lambda v, i: {
                    'label': $labels[i],
                    'value': json_extract_string(v, '$'),
                    'reason': case
                        when $untyped and regexp_full_match(
                            json_extract_string(v, '$'), '(?i)([+-]?(nan|inf|infinity)|none|null|na)?'
                        ) then null
                        else rolloutdiff.number_fault_v1(v)
                    end
                }
            ),
            lambda r: r.reason is not null
        )[1] as reject
    from cell as c
)
select
    j.source_row,
    j.slice,
    j.numbers[1] as gold,
    j.numbers[2] as behavior,
    j.numbers[3] as target,
    j.numbers[4] as score,
    j.numbers[5] as target_score,
    rolloutdiff.audit_logw_v1(j.numbers[3], j.numbers[2]) as log_weight,
    j.slice is not null and j.numbers[1] is not null and j.numbers[2] is not null and j.numbers[3] is not null
        as is_used,
    j.reject.label as reject_column,
    left(j.reject.value, 200) as reject_value,
    j.reject.reason as reject_reason
from judged as j
order by j.source_row;
