-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 10, 3, 'fixed', 0);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, baseline_mean, baseline_sd, change, onset_step, alert_step, direction)
values ('a', 'it''s', 'z', 1, 'alert', 0.0, 0.0, 0.5, 1, 1, 'rise');
insert into rolloutdiff.series_point select 'a', 1, 'it''s', n, [1.0, 0.5, 0.25, 0.125][n], 0.0, 2, 4, 4, null from range(1, 5) as t(n);

-- case: half of the change of 0.5 is kept twice; an earlier table goes
-- call:
create temp table lasting (n integer);
-- run: persistence_anchored {"analysis_id": "a", "rule": "z", "min_change": 0.02, "min_relative": 0.05}
-- call:
select * from lasting;
-- expect:
--   'it''s' | 1 | 3 | 2 | 0.6666666666666666
