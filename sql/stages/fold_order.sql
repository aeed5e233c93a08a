-- name: fold_order
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Yes/no alerts in the order in which they lead: tier, names and nodes before pairs of nodes, onset, size of the change, name.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule
-- returns: run, feature_id
-- requires: alert, feature, screening
-- portable: no
select s.run, s.feature_id
from rolloutdiff.screening as s
inner join rolloutdiff.feature as f on f.feature_id = s.feature_id
inner join rolloutdiff.alert as t
    on t.analysis_id = s.analysis_id and t.run = s.run and t.rule = s.rule and t.feature_id = s.feature_id
where s.analysis_id = $analysis_id and s.rule = $rule and s.status = 'alert' and f.kind = 'binary'
order by
    s.run,
    case f.tier when 'ast' then 1 when 'custom' then 2 when 'lexical' then 3 else 4 end,
    starts_with(f.name, 'ast:edge:'),
    s.onset_step,
    case when s.direction = 'fall' then -t.rise else t.rise end desc,
    f.name;
