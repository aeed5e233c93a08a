-- name: store_fold
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Puts folded alerts under the alert that shows the same completions; folded_alert is an Arrow table.
-- params: analysis_id VARCHAR: analysis; rule VARCHAR: rule
-- returns: none
-- requires: alert
-- portable: no
update rolloutdiff.alert as t
set folded_under = x.lead_id
from folded_alert as x
where t.analysis_id = $analysis_id and t.rule = $rule and t.run = x.run and t.feature_id = x.feature_id;
