-- name: begin_audit
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Opens an audit: its row, and the rollouts it reads with their slice and group.
-- params: audit_id VARCHAR: audit; analysis_id VARCHAR: analysis; settings VARCHAR: settings as JSON; settings_sha256 VARCHAR: their hash; input_hash VARCHAR: hash of the input; package_version VARCHAR: version; sources VARCHAR: chosen columns as JSON; qa_sha256 VARCHAR: hash of the labelled rows or NULL; reward_function VARCHAR: reward function or NULL
-- returns: none
-- requires: audit, audit_rollout
-- portable: no
insert into rolloutdiff.audit
select
    $audit_id, $analysis_id, $settings::json, $settings_sha256, $input_hash, $package_version, $sources::json,
    $qa_sha256, $reward_function, false;

insert into rolloutdiff.audit_rollout
select
    $audit_id, a.rollout_id, a.run, a.step, a.slice, a.prompt_no,
    dense_rank() over (partition by a.run order by a.slice, a.step, a.prompt_no)::integer as group_no,
    a.reward, a.gold, a.logprob, a.ref_logprob, a.target_logprob
from audit_resolved as a
order by a.run, a.slice, a.step, a.prompt_no, a.rollout_id;

drop table audit_resolved;
