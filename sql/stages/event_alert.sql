-- name: event_alert
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Alerts of behaviours and of mismatch in the order in which linkage takes them, with the evidence that ranks them; without a headline list every alert counts as on it.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule
-- returns: run, feature_id, name, tier, kind, direction, onset_step, alert_step, onset_index, headline, replication, persistence, reward_association, prompt_breadth
-- requires: analysis_step, evidence, feature, screening
-- portable: no
select
    s.run, s.feature_id, f.name, f.tier, f.kind, s.direction, s.onset_step, s.alert_step, i.step_index as onset_index,
    coalesce(s.headline, true) as headline, e.replication, e.persistence, e.reward_association, e.prompt_breadth
from rolloutdiff.screening as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.evidence as e
    on e.analysis_id = s.analysis_id and e.run = s.run and e.rule = s.rule and e.feature_id = s.feature_id
inner join rolloutdiff.analysis_step as i
    on i.analysis_id = s.analysis_id and i.run = s.run and i.step = s.onset_step
where s.analysis_id = $analysis_id and s.rule = $rule and s.status = 'alert' and f.tier <> 'reward'
order by s.run, i.step_index, f.name;
