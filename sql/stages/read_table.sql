-- name: read_table
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads a table into staged_row. staged_source is an Arrow stream with the columns place and place_row (number
--   of the file, from 1, and zero-based row in it; NULL for a table that is no file), run, step, sample_id,
--   prompt_id, prompt, response, group_id, split, slice (of any type, NULL where not mapped), then part_0, which is
--   NULL, and one part_ column per part.
-- params: names VARCHAR[]: source_file per file; run VARCHAR: run of rows without one; file_steps BIGINT[]: step in the file name, per file; step_from_name BOOLEAN: take the step from the file name; labels VARCHAR[]: names of run, step, sample_id, prompt_id, prompt in the source; required VARCHAR[]: those of them that may not be null; untyped BOOLEAN: all cells are text, so that text may also say that there is no number; part_names VARCHAR[]: names of the parts, which are the reward parts and then further measures; shown_parts BIGINT: how many of them to keep as reward parts; checked_at BIGINT[]: places of those that have to be numbers; measure_at BIGINT[]: places of gold, logprob, ref_logprob, target_logprob and of the differences between trainer and engine that a trainer measured (valid, mean, max, std) among the parts, NULL where the source has none; tokens_at BIGINT[]: places of the token log-probabilities of trainer and engine among the parts, NULL where the source has none; term_at BIGINT[]: places of the terms of the reward among the parts; weights DOUBLE[]: their weights
-- returns: none
-- requires: extras_v1, finite_number_v1, messages_kept_v1, messages_prompt_v1, messages_response_v2, mismatch_logprobs_v1, number_fault_v1, weighted_sum_v1, whole_number_v1
-- portable: no
insert into staged_row (
    source_file, source_row, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split,
    reward_parts, extras, reject_column, reject_value, reject_reason,
    slice, gold, logprob, ref_logprob, target_logprob,
    train_logprobs, rollout_logprobs, diff_valid, diff_mean, diff_max, diff_std
)
with
-- one row per row of the table
cell as (
    select
        coalesce(s.place::bigint, 1) as place,
        coalesce(s.place_row::bigint, row_number() over () - 1) as source_row,
        coalesce(s.run::varchar, $run::varchar) as run,
        s.step::varchar as step_text,
        s.sample_id::varchar as sample_id,
        s.prompt_id::varchar as prompt_id,
        s.group_id::varchar as group_id,
        s.split::varchar as split,
        s.slice::varchar as slice,
        case when not regexp_matches(typeof(s.prompt), '(\[[0-9]*\]|^struct.*|^json)$', 'i') then s.prompt::varchar end
            as prompt_text,
        case when regexp_matches(typeof(s.prompt), '(\[[0-9]*\]|^struct.*|^json)$', 'i') then to_json(s.prompt) end
            as prompt_messages,
        case when not regexp_matches(typeof(s.response), '(\[[0-9]*\]|^struct.*|^json)$', 'i') then s.response::varchar end
            as response_text,
        case when regexp_matches(typeof(s.response), '(\[[0-9]*\]|^struct.*|^json)$', 'i') then to_json(s.response) end
            as messages,
        to_json(columns(lambda n: starts_with(n, 'part_')))
    from staged_source as s
),
-- one row per row of the table
field as (
    select
        c.place,
        c.source_row,
        c.run,
        c.step_text,
        case when $step_from_name then ($file_steps::bigint[])[c.place] else rolloutdiff.whole_number_v1(c.step_text) end as step,
        c.sample_id,
        c.prompt_id,
        c.group_id,
        c.split,
        c.slice,
        coalesce(c.prompt_text, rolloutdiff.messages_prompt_v1(c.prompt_messages)) as prompt,
        coalesce(c.response_text, rolloutdiff.messages_response_v2(c.messages)) as response,
        rolloutdiff.messages_kept_v1(c.messages) as messages,
        [*columns(lambda n: starts_with(n, 'part_'))] as vals
    from cell as c
),
-- one row per row of the table: values of the reward parts, in order
part as (
    select f.*, list_slice(f.vals, 2, len(f.vals)) as part_vals
    from field as f
),
-- one row per row of the table: numbers, and all that is wrong with it
judged as (
    select
        p.*,
        list_transform(
            p.part_vals, lambda v: rolloutdiff.finite_number_v1(json_extract_string(v, '$'))
        ) as parts,
        list_filter(
            list_concat(
                [
                    {
                        'label': $labels[1],
                        'value': null::varchar,
                        'reason': case when p.run is null then 'null' end
                    },
                    {
                        'label': $labels[2],
                        'value': p.step_text,
                        'reason': case
                            when p.step is null and p.step_text is not null then 'not a whole number'
                            when p.step is null then 'null'
                        end
                    },
                    {
                        'label': $labels[3],
                        'value': null::varchar,
                        'reason': case
                            when p.sample_id is null and list_contains($required, 'sample_id') then 'null'
                        end
                    },
                    {
                        'label': $labels[4],
                        'value': null::varchar,
                        'reason': case
                            when p.prompt_id is null and list_contains($required, 'prompt_id') then 'null'
                        end
                    },
                    {
                        'label': $labels[5],
                        'value': null::varchar,
                        'reason': case when p.prompt is null then 'null' end
                    }
                ],
                list_transform(
                    $checked_at::bigint[],
                    lambda t: {
                        'label': $part_names[t],
                        'value': json_extract_string(p.part_vals[t], '$'),
                        'reason': case
                            when $untyped and regexp_full_match(
                                json_extract_string(p.part_vals[t], '$'), '(?i)([+-]?(nan|inf|infinity)|none|null|na)?'
                            ) then null
                            else rolloutdiff.number_fault_v1(p.part_vals[t])
                        end
                    }
                )
            ),
            lambda r: r.reason is not null
        )[1] as reject
    from part as p
)
select
    ($names::varchar[])[j.place],
    j.source_row,
    j.run,
    j.step,
    j.sample_id,
    j.prompt_id,
    j.prompt,
    j.response,
    rolloutdiff.weighted_sum_v1(list_select(j.parts, $term_at::bigint[]), $weights::double[]) as reward,
    j.group_id,
    j.split,
    map(list_slice($part_names::varchar[], 1, $shown_parts), list_slice(j.parts, 1, $shown_parts)) as reward_parts,
    rolloutdiff.extras_v1(['messages'], [j.messages]) as extras,
    j.reject.label,
    left(j.reject.value, 200),
    j.reject.reason,
    j.slice,
    j.parts[($measure_at::bigint[])[1]] as gold,
    j.parts[($measure_at::bigint[])[2]] as logprob,
    j.parts[($measure_at::bigint[])[3]] as ref_logprob,
    j.parts[($measure_at::bigint[])[4]] as target_logprob,
    rolloutdiff.mismatch_logprobs_v1(j.part_vals[($tokens_at::bigint[])[1]]) as train_logprobs,
    rolloutdiff.mismatch_logprobs_v1(j.part_vals[($tokens_at::bigint[])[2]]) as rollout_logprobs,
    j.parts[($measure_at::bigint[])[5]] as diff_valid,
    j.parts[($measure_at::bigint[])[6]] as diff_mean,
    j.parts[($measure_at::bigint[])[7]] as diff_max,
    j.parts[($measure_at::bigint[])[8]] as diff_std
from judged as j
order by j.place, j.source_row;
