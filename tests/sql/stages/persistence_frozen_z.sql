-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, change, onset_step, alert_step, direction)
values ('a', 'it''s', 'z', 1, 'alert', 0.0, 0.0, 0.5, 1, 1, 'rise');
insert into rolloutdiff.series_point select 'a', 1, 'it''s', n, [1.0, 0.5, 0.25, 0.125][n], 0.0, 2, 4, 4, null from range(1, 5) as t(n);

-- case: a rise of 0.3 is reached once
-- run: persistence_frozen_z {"analysis_id": "a", "rule": "z", "baseline_steps": 15, "z": 3.0, "min_rise": 0.3, "min_effect": 0.0}
-- call:
select * from lasting;
-- expect:
--   'it''s' | 1 | 3 | 1 | 0.3333333333333333

-- case: without an alert there is none
-- run: persistence_frozen_z {"analysis_id": "a", "rule": "y", "baseline_steps": 15, "z": 3.0, "min_rise": 0.3, "min_effect": 0.0}
-- call:
select count(*) from lasting;
-- expect:
--   0
