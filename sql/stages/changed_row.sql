-- name: changed_row
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Rollouts whose source was read again into staged_row and has other content at their place, or none: no row when all is well.
-- params: runs VARCHAR[]: runs that were read; files VARCHAR[]: source files that were read
-- returns: run, source_file, source_row, is_gone
-- requires: mismatch_fault_v1, mismatch_given_v1, mismatch_values_v1, rollout, text_hash_v1, text_reference
-- portable: no
select r.run, r.source_file, r.source_row, s.source_row is null as is_gone
from rolloutdiff.rollout as r
left join staged_row as s
    on s.run = r.run and s.source_file = r.source_file and s.source_row = r.source_row and s.reject_reason is null
left join rolloutdiff.text_reference as t on t.rollout_id = r.rollout_id
where
    list_contains($runs, r.run)
    and list_contains($files, r.source_file)
    and (
        s.source_row is null
        or s.step is distinct from r.step
        or coalesce(s.sample_id, s.source_file || ':' || s.source_row::varchar) is distinct from r.sample_id
        or coalesce(s.prompt_id, left(sha256(s.prompt), 32)) is distinct from r.prompt_id
        or case
            when t.rollout_id is null
                then
                    s.prompt is distinct from r.prompt
                    or s.response is distinct from r.response
                    or s.extras::varchar is distinct from r.extras::varchar
            else rolloutdiff.text_hash_v1(s.prompt, s.response, s.extras::varchar) <> t.text_hash
        end
        or case when isfinite(s.reward) then s.reward end is distinct from r.reward
        or s.group_id is distinct from r.group_id
        or s.split is distinct from r.split
        or s.reward_parts is distinct from r.reward_parts
        or s.slice is distinct from r.slice
        or s.gold is distinct from r.gold
        or s.logprob is distinct from r.logprob
        or s.ref_logprob is distinct from r.ref_logprob
        or s.target_logprob is distinct from r.target_logprob
        or rolloutdiff.mismatch_fault_v1(s.train_logprobs, s.rollout_logprobs) is distinct from r.mismatch_fault
        or coalesce(
            rolloutdiff.mismatch_values_v1(s.train_logprobs, s.rollout_logprobs),
            rolloutdiff.mismatch_given_v1(s.diff_valid, s.diff_mean, s.diff_max, s.diff_std)
        ) is distinct from r.mismatch
    )
order by r.run, r.source_file, r.source_row
limit 1;
