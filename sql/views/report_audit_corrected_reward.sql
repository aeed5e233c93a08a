-- name: report_audit_corrected_reward
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Reward of every completion in slices with a correction, without the premiums.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; step: training step; sample_id: name of the row; prompt_id: prompt; correction: sum of premium times occurrences; corrected: reward minus correction; reward: reward as it was
-- requires: analysis, audit, audit_corrected_reward, rollout
-- portable: yes
create view rolloutdiff.report_audit_corrected_reward as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    r.step,
    r.sample_id,
    r.prompt_id,
    round(x.correction, 6) as correction,
    round(x.corrected, 6) as corrected,
    r.reward
from rolloutdiff.audit_corrected_reward as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
inner join rolloutdiff.rollout as r on r.rollout_id = x.rollout_id
where a.complete and n.complete;
