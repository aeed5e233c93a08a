-- name: report_exemplar
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: References to the completions worth reading; their text stays in the dump.
-- params: none
-- returns: analysis_id: analysis; run: run; event_rank: event; feature: name with its tier; role: exemplar, pair or before; step: training step; prompt_id: prompt; sample_id: completion; source_file: file; source_row: zero-based row or line; place: which exemplar of the feature a pair or before belongs to; reward: reward of the completion
-- requires: analysis, exemplar, feature, rollout
-- portable: yes
create view rolloutdiff.report_exemplar as
select
    x.analysis_id,
    x.run,
    x.event_rank,
    f.name as feature,
    x.role,
    r.step,
    r.prompt_id,
    r.sample_id,
    r.source_file,
    r.source_row,
    x.place,
    round(r.reward, 6) as reward
from rolloutdiff.exemplar as x
inner join rolloutdiff.feature as f on f.feature_id = x.feature_id
inner join rolloutdiff.rollout as r on r.rollout_id = x.rollout_id
inner join rolloutdiff.analysis as a on a.analysis_id = x.analysis_id
where a.complete;
