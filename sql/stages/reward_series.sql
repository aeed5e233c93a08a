-- name: reward_series
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Adds the points of the reward series of one run, of all steps or of those that are not there yet.
-- params: analysis_id VARCHAR: analysis; run VARCHAR: run; after BIGINT: only steps after this one, NULL for all
-- returns: none
-- requires: reward_step_mean_v1, series_point
-- portable: no
insert into rolloutdiff.series_point
select $analysis_id, m.feature_id, $run, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
from rolloutdiff.reward_step_mean_v1($analysis_id, $run) as m
where m.step > coalesce($after, -9223372036854775808)
order by m.feature_id, m.step;
