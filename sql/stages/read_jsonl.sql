-- name: read_jsonl
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads the objects in staged_line into staged_row and drops the line tables. Texts are taken as they are,
--   numbers from numbers, booleans and their exact text forms; a prompt or response may be a list of messages.
-- params: prompt_at VARCHAR: JSON pointer of the prompt; response_at VARCHAR: JSON pointer of the response; value_at VARCHAR[]: JSON pointers of run, step, sample_id, prompt_id, group_id, split, slice, then of the parts, then of the extras; labels VARCHAR[]: names of run, step, sample_id, prompt_id, prompt, response in the source; required VARCHAR[]: those of them that may not be null; step_from_name BOOLEAN: take the step from the file name; step_must_match BOOLEAN: a step that differs from the file name is an error; group_rule VARCHAR: prefix (all but the last two parts of the id), prefix_or_whole, or whole; part_names VARCHAR[]: names of the parts, which are the reward parts and then further measures; shown_parts BIGINT: how many of them to keep as reward parts; checked_at BIGINT[]: places of those that have to be numbers; measure_at BIGINT[]: places of gold, logprob, ref_logprob, target_logprob and of the differences between trainer and engine that a trainer measured (valid, mean, max, std) among the parts, NULL where the source has none; tokens_at BIGINT[]: places of the token log-probabilities of trainer and engine among the parts, NULL where the source has none; term_at BIGINT[]: places of the terms of the reward among the parts; weights DOUBLE[]: their weights; extra_names VARCHAR[]: names of the extras, then one for the messages and one for the count of repaired halves
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
-- one row per line that is not blank
cell as (
    select
        f.place,
        f.name,
        f.run as file_run,
        f.file_step,
        l.line_id - f.first_line_id as source_row,
        l.line,
        l.repaired,
        l.fault,
        l.fault_text,
        case when l.fault is null then json_extract_string(l.line, [$prompt_at, $response_at]) end as texts,
        case when l.fault is null then json_extract(l.line, $value_at::varchar[]) end as vals
    from staged_line as l
    inner join staged_file as f on f.path = l.path
    where l.valid is not null
),
-- one row per line: a text that may be something else written out is looked up once more
kind as (
    select
        c.*,
        case
            when regexp_matches(c.texts[1], '^[\[{tf0-9-]') then json_type(c.line, $prompt_at)
            when c.texts[1] is not null then 'VARCHAR'
        end as prompt_kind,
        case
            when regexp_matches(c.texts[2], '^[\[{tf0-9-]') then json_type(c.line, $response_at)
            when c.texts[2] is not null then 'VARCHAR'
        end as response_kind,
        json_extract_string(c.vals[2], '$') as step_text,
        c.vals[8:7 + len($part_names)] as part_vals,
        c.vals[8 + len($part_names):] as extra_vals
    from cell as c
),
-- one row per line: lists of messages
turn as (
    select
        k.*,
        case when k.prompt_kind = 'ARRAY' then json_extract(k.line, $prompt_at) end as prompt_messages,
        case when k.response_kind = 'ARRAY' then json_extract(k.line, $response_at) end as response_messages
    from kind as k
),
-- one row per line
field as (
    select
        k.*,
        case when k.prompt_kind = 'ARRAY' then rolloutdiff.messages_prompt_v1(k.prompt_messages) else k.texts[1] end
            as prompt,
        case
            when k.response_kind = 'ARRAY' then rolloutdiff.messages_response_v2(k.response_messages)
            else k.texts[2]
        end as response,
        case when k.response_kind = 'ARRAY' then rolloutdiff.messages_kept_v1(k.response_messages) end as messages,
        coalesce(json_extract_string(k.vals[1], '$'), k.file_run) as run,
        case
            when $step_from_name or k.step_text is null then k.file_step
            else rolloutdiff.whole_number_v1(k.step_text)
        end as step,
        json_extract_string(k.vals[3], '$') as sample_id,
        json_extract_string(k.vals[4], '$') as prompt_id,
        json_extract_string(k.vals[5], '$') as group_text,
        json_extract_string(k.vals[6], '$') as split,
        json_extract_string(k.vals[7], '$') as slice,
        list_transform(
            k.part_vals, lambda v: rolloutdiff.finite_number_v1(json_extract_string(v, '$'))
        ) as parts
    from turn as k
),
-- one row per line: all that is wrong with it
judged as (
    select
        f.*,
        list_filter(
            list_concat(
                [
                    {'label': null::varchar, 'value': f.fault_text, 'reason': f.fault},
                    {
                        'label': $labels[1],
                        'value': null::varchar,
                        'reason': case when f.run is null then 'null' end
                    },
                    {
                        'label': $labels[2],
                        'value': f.step_text,
                        'reason': case
                            when f.step is null and f.step_text is not null then 'not a whole number'
                            when f.step is null then 'null'
                            when $step_must_match and not $step_from_name and f.step <> f.file_step
                                then 'not the step ' || f.file_step::varchar || ' of the file name'
                        end
                    },
                    {
                        'label': $labels[3],
                        'value': null::varchar,
                        'reason': case
                            when f.sample_id is null and list_contains($required, 'sample_id') then 'null'
                        end
                    },
                    {
                        'label': $labels[4],
                        'value': null::varchar,
                        'reason': case
                            when f.prompt_id is null and list_contains($required, 'prompt_id') then 'null'
                        end
                    },
                    {
                        'label': $labels[5],
                        'value': case when f.prompt_kind not in ('VARCHAR', 'ARRAY') then f.texts[1] end,
                        'reason': case
                            when f.prompt_kind not in ('VARCHAR', 'ARRAY') then 'neither text nor a list of messages'
                            when f.prompt is null then 'null'
                        end
                    },
                    {
                        'label': $labels[6],
                        'value': case when f.response_kind not in ('VARCHAR', 'ARRAY') then f.texts[2] end,
                        'reason': case
                            when f.response_kind not in ('VARCHAR', 'ARRAY')
                                then 'neither text nor a list of messages'
                        end
                    }
                ],
                list_transform(
                    $checked_at::bigint[],
                    lambda t: {
                        'label': $part_names[t],
                        'value': json_extract_string(f.part_vals[t], '$'),
                        'reason': rolloutdiff.number_fault_v1(f.part_vals[t])
                    }
                )
            ),
            lambda r: r.reason is not null
        )[1] as reject
    from field as f
)
select
    j.name,
    j.source_row,
    j.run,
    j.step,
    j.sample_id,
    j.prompt_id,
    j.prompt,
    j.response,
    rolloutdiff.weighted_sum_v1(list_select(j.parts, $term_at::bigint[]), $weights::double[]) as reward,
    case $group_rule
        when 'prefix' then nullif(regexp_extract(j.group_text, '^(.+)_[^_]*_[^_]*$', 1), '')
        when 'prefix_or_whole'
            then coalesce(nullif(regexp_extract(j.group_text, '^(.+)_[^_]*_[^_]*$', 1), ''), j.group_text)
        else j.group_text
    end as group_id,
    j.split,
    map(
        list_slice($part_names::varchar[], 1, $shown_parts),
        list_slice(coalesce(j.parts, list_transform($part_names, lambda n: null::double)), 1, $shown_parts)
    ) as reward_parts,
    rolloutdiff.extras_v1(
        $extra_names::varchar[],
        list_concat(j.extra_vals, [j.messages, to_json(nullif(j.repaired, 0))])
    ) as extras,
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

drop table staged_line;

drop table staged_file;
