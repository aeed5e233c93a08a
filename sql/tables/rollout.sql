-- name: rollout
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per completion as the trainer wrote it; text is kept byte for byte.
-- params: none
-- returns: rollout_id: number of the row in this warehouse; run: training run; step: training step; sample_id: name of the row, unique in a run; prompt_id: hash of the canonical prompt; prompt: prompt text; response: completion text, NULL when the dump has none; both and extras are NULL where text_reference names the row; reward: finite reward, NULL when not scored; group_id: sampling group; split: train or eval; reward_parts: every reward component; extras: other columns as JSON; source_file: file the row came from; source_row: zero-based row or line in that file; slice: part of the prompts that the row belongs to, such as a family or a domain; gold: trusted quality of the completion, NULL where none was logged; logprob: log-probability of the completion under the policy that sampled it; ref_logprob: under the reference policy; target_logprob: under a further policy; mismatch: figures of the difference between trainer and inference engine on its tokens, NULL where none can be taken; mismatch_fault: why their token log-probabilities cannot be compared, one_side, length or not_finite, else NULL
-- requires: none
-- portable: yes
create table rolloutdiff.rollout (
    rollout_id bigint not null,
    run varchar not null,
    step bigint not null,
    sample_id varchar not null,
    prompt_id varchar not null,
    prompt varchar,
    response varchar,
    reward double,
    group_id varchar,
    split varchar,
    reward_parts map(varchar, double),
    extras json,
    source_file varchar not null,
    source_row bigint not null,
    slice varchar,
    gold double,
    logprob double,
    ref_logprob double,
    target_logprob double,
    mismatch map(varchar, double),
    mismatch_fault varchar
);
