-- name: read_trl
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads completion logs of TRL with one schema into staged_row. Prompt and completion are text or lists of
--   messages; columns are read under their own names, whatever their type.
-- params: files VARCHAR[]: paths with glob characters escaped; paths VARCHAR[]: the same paths as they are; names VARCHAR[]: source_file per path; runs VARCHAR[]: run per path; file_steps BIGINT[]: step in the file name; dropped BIGINT[][]: steps of a file that another file replaces; step_from_name BOOLEAN: take the step from the file name; kept VARCHAR[]: columns to read as values, in table order, file_row_number last; part_names VARCHAR[]: names of the parts, which are the reward parts and then further measures; part_at BIGINT[]: their places in kept; shown_parts BIGINT: how many of them to keep as reward parts; checked_at BIGINT[]: places of those that have to be numbers; measure_at BIGINT[]: places of gold, logprob, ref_logprob, target_logprob and of the differences between trainer and engine that a trainer measured (valid, mean, max, std) among the parts, NULL where the source has none; tokens_at BIGINT[]: places of the token log-probabilities of trainer and engine among the parts, NULL where the source has none; slice_at BIGINT: place of the slice in kept, or NULL; term_at BIGINT[]: places of the terms of the reward among the parts; weights DOUBLE[]: their weights; extra_names VARCHAR[]: names of the further values, and one for the messages; extra_at BIGINT[]: their places in kept
-- returns: none
-- requires: extras_v1, finite_number_v1, messages_kept_v1, messages_prompt_v1, messages_response_v2, mismatch_logprobs_v1, number_fault_v1, weighted_sum_v1, whole_number_v1
-- portable: no
insert into staged_row (
    source_file, source_row, run, step, prompt, response, reward, reward_parts, extras,
    reject_column, reject_value, reject_reason, slice, gold, logprob, ref_logprob, target_logprob,
    train_logprobs, rollout_logprobs, diff_valid, diff_mean, diff_max, diff_std
)
with
-- one row per file
dump as (
    select
        unnest($paths::varchar[]) as path,
        unnest($names::varchar[]) as name,
        unnest($runs::varchar[]) as run,
        unnest($file_steps::bigint[]) as file_step,
        unnest($dropped::bigint[][]) as dropped,
        generate_subscripts($names::varchar[], 1) as place
),
-- one row per completion: texts, messages where it has them, every other column as JSON under its own name
cell as (
    select
        c.dump_file,
        c.file_row_number as dump_row,
        c.step::varchar as dump_step,
        case when typeof(c.prompt) = 'VARCHAR' then c.prompt::varchar end as dump_prompt,
        case when typeof(c.prompt) <> 'VARCHAR' then to_json(c.prompt) end as dump_prompt_messages,
        case when typeof(c.completion) = 'VARCHAR' then c.completion::varchar end as dump_completion,
        case when typeof(c.completion) <> 'VARCHAR' then to_json(c.completion) end as dump_messages,
        to_json(columns(lambda n: list_contains($kept, n)))
    from read_parquet(
        $files,
        union_by_name := true,
        filename := 'dump_file',
        file_row_number := true,
        hive_partitioning := false
    ) as c
),
-- one row per completion
field as (
    select
        c.dump_file,
        c.dump_row,
        c.dump_step,
        coalesce(c.dump_prompt, rolloutdiff.messages_prompt_v1(c.dump_prompt_messages)) as prompt,
        coalesce(c.dump_completion, rolloutdiff.messages_response_v2(c.dump_messages)) as response,
        rolloutdiff.messages_kept_v1(c.dump_messages) as messages,
        [*columns(lambda n: list_contains($kept, n))] as vals
    from cell as c
),
-- one row per completion: numbers, and all that is wrong with it
judged as (
    select
        d.place,
        d.name,
        d.run,
        f.dump_row,
        f.prompt,
        f.response,
        case when $step_from_name then d.file_step else rolloutdiff.whole_number_v1(f.dump_step) end as step,
        list_transform(
            list_select(f.vals, $part_at::bigint[]),
            lambda v: rolloutdiff.finite_number_v1(json_extract_string(v, '$'))
        ) as parts,
        rolloutdiff.extras_v1(
            $extra_names::varchar[], list_append(list_select(f.vals, $extra_at::bigint[]), f.messages)
        ) as extras,
        list_filter(
            list_concat(
                [
                    {
                        'label': 'step',
                        'value': f.dump_step,
                        'reason': case
                            when $step_from_name then null
                            when f.dump_step is null then 'null'
                            when rolloutdiff.whole_number_v1(f.dump_step) is null then 'not a whole number'
                        end
                    },
                    {
                        'label': 'prompt',
                        'value': null::varchar,
                        'reason': case when f.prompt is null then 'null' end
                    }
                ],
                list_transform(
                    $checked_at::bigint[],
                    lambda t: {
                        'label': $part_names[t],
                        'value': json_extract_string(f.vals[$part_at[t]], '$'),
                        'reason': rolloutdiff.number_fault_v1(f.vals[$part_at[t]])
                    }
                )
            ),
            lambda r: r.reason is not null
        )[1] as reject,
        list_select(f.vals, $part_at::bigint[]) as part_vals,
        d.dropped,
        json_extract_string(f.vals[$slice_at::bigint], '$') as slice
    from field as f
    inner join dump as d on d.path = f.dump_file
)
select
    j.name,
    j.dump_row,
    j.run,
    j.step,
    j.prompt,
    j.response,
    rolloutdiff.weighted_sum_v1(list_select(j.parts, $term_at::bigint[]), $weights::double[]) as reward,
    map(list_slice($part_names::varchar[], 1, $shown_parts), list_slice(j.parts, 1, $shown_parts)) as reward_parts,
    j.extras,
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
where not list_contains(j.dropped, coalesce(j.step, -1))
order by j.place, j.dump_row;
