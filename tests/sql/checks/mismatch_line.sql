-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0),
    (2, 'a', 'mismatch', 'continuous', 'mismatch:is_ess', 'ratio', 1, 1, 'fixed', 0);
create macro placed(feature, step, mean) as table select 'a', feature, 'it''s', step, mean, null, 1, 1, 1, null;

-- case: a figure beyond its line, with the steps
-- given:
insert into rolloutdiff.series_point
select * from placed(2, 1, 0.2) union all select * from placed(2, 2, 0.9) union all select * from placed(2, 4, 0.1);
-- run: mismatch_line {"analysis_id": "a"}
-- expect:
--   'it''s' | 'mismatch_is_ess' | 'warning' | 2 | [1, 4] | 'The importance weights leave less than 0.3 of the tokens effective; the step farthest off has 0.1.'

-- case: a constant offset is a note beside the line that it crosses
-- given:
insert into rolloutdiff.series_point
select * from placed(1, 1, 0.25) union all select * from placed(1, 2, 0.25) union all select * from placed(1, 3, 0.25) union all select * from placed(1, 4, 0.25) union all select * from placed(1, 7, 0.25);
-- run: mismatch_line {"analysis_id": "a"}
-- expect:
--   'it''s' | 'mismatch_kl' | 'warning' | 5 | [1, 2, 3, 4, 7] | 'The mean log ratio of tokens between engine and trainer lies beyond 0.1; the step farthest off has 0.25.'
--   'it''s' | 'mismatch_offset_constant' | 'note' | 5 | [1, 2, 3, 4, 7] | 'The mean log ratio of tokens between engine and trainer is a constant other than 0, 0.25: log-probabilities renormalised over a cut distribution (top-p, top-k) do that, so it is no fault of the engine by itself.'

-- case: all is well
-- given:
insert into rolloutdiff.series_point select * from placed(1, 1, 0.05) union all select * from placed(2, 1, 0.9);
-- run: mismatch_line {"analysis_id": "a"}
-- expect: none
