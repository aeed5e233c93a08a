-- name: store_staged
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Moves staged rows into the warehouse: good ones become rollouts, the others rejected rows.
-- params: none
-- returns: none
-- requires: mismatch_fault_v1, mismatch_given_v1, mismatch_values_v1, rejected_row, rollout
-- portable: no
insert into rolloutdiff.rejected_row
select s.run, s.source_file, s.source_row, s.reject_column, s.reject_value, s.reject_reason
from staged_row as s
where s.reject_reason is not null
order by s.source_file, s.source_row;

insert into rolloutdiff.rollout
select
    (select coalesce(max(r.rollout_id), 0) from rolloutdiff.rollout as r) + row_number() over () as rollout_id,
    s.run,
    s.step,
    coalesce(s.sample_id, s.source_file || ':' || s.source_row::varchar) as sample_id,
    coalesce(s.prompt_id, left(sha256(s.prompt), 32)) as prompt_id,
    s.prompt,
    s.response,
    case when isfinite(s.reward) then s.reward end as reward,
    s.group_id,
    s.split,
    s.reward_parts,
    s.extras,
    s.source_file,
    s.source_row,
    s.slice,
    s.gold,
    s.logprob,
    s.ref_logprob,
    s.target_logprob,
    coalesce(
        rolloutdiff.mismatch_values_v1(s.train_logprobs, s.rollout_logprobs),
        rolloutdiff.mismatch_given_v1(s.diff_valid, s.diff_mean, s.diff_max, s.diff_std)
    ) as mismatch,
    rolloutdiff.mismatch_fault_v1(s.train_logprobs, s.rollout_logprobs) as mismatch_fault
from staged_row as s
where s.reject_reason is null;

truncate staged_row;
