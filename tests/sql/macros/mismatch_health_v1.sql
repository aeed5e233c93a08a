-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0),
    (2, 'a', 'mismatch', 'continuous', 'mismatch:is_mean', 'ratio', 1, 1, 'fixed', 0),
    (3, 'a', 'mismatch', 'continuous', 'mismatch:is_ess', 'ratio', 1, 1, 'fixed', 0),
    (4, 'a', 'mismatch', 'continuous', 'mismatch:is_std', 'ratio', 1, 1, 'fixed', 0),
    (5, 'a', 'mismatch', 'continuous', 'mismatch:chi2_token', 'ratio', 1, 1, 'fixed', 0),
    (6, 'a', 'mismatch', 'continuous', 'mismatch:logprob_abs', 'nats', 1, 1, 'fixed', 0),
    (7, 'a', 'custom', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0);
create macro placed(feature, step, mean) as table select 'a', feature, 'it''s', step, mean, null, 1, 1, 1, null;

-- case: values on the line are in order
-- call:
insert into rolloutdiff.series_point
select * from placed(1, 1, 0.1) union all select * from placed(1, 2, -0.1) union all select * from placed(2, 1, 0.5) union all select * from placed(2, 2, 2.0)
union all select * from placed(3, 1, 0.3) union all select * from placed(4, 1, 1.0) union all select * from placed(5, 1, 1.0)
union all select * from placed(6, 1, 0.1) union all select * from placed(7, 1, 9.0);
-- call:
select * from rolloutdiff.mismatch_health_v1('a');
-- expect: none

-- case: steps beyond a line are counted, the farthest is named
-- call:
insert into rolloutdiff.series_point
select * from placed(1, 1, 0.2) union all select * from placed(1, 3, -0.3) union all select * from placed(1, 4, 0.0) union all select * from placed(2, 1, 0.25)
union all select * from placed(3, 1, 0.29) union all select * from placed(4, 2, 1.5) union all select * from placed(5, 2, 1.5) union all select * from placed(6, 2, 0.11);
-- call:
select * from rolloutdiff.mismatch_health_v1('a') order by code;
-- expect:
--   'it''s' | 'mismatch_chi2_token' | 'mismatch:chi2_token' | NULL | 1.0 | 1 | 2 | 2 | [2] | 1.5
--   'it''s' | 'mismatch_is_ess' | 'mismatch:is_ess' | 0.3 | NULL | 1 | 1 | 1 | [1] | 0.29
--   'it''s' | 'mismatch_is_mean' | 'mismatch:is_mean' | 0.5 | 2.0 | 1 | 1 | 1 | [1] | 0.25
--   'it''s' | 'mismatch_is_std' | 'mismatch:is_std' | NULL | 1.0 | 1 | 2 | 2 | [2] | 1.5
--   'it''s' | 'mismatch_kl' | 'mismatch:kl' | -0.1 | 0.1 | 2 | 1 | 3 | [1, 3] | -0.3
--   'it''s' | 'mismatch_logprob_abs' | 'mismatch:logprob_abs' | NULL | 0.1 | 1 | 2 | 2 | [2] | 0.11

-- case: a constant log ratio other than 0, over five steps at least
-- call:
insert into rolloutdiff.series_point
select * from placed(1, 1, -0.05) union all select * from placed(1, 2, -0.05) union all select * from placed(1, 3, -0.06) union all select * from placed(1, 4, -0.04);
-- call:
select * from rolloutdiff.mismatch_health_v1('a');
-- expect: none
-- call:
insert into rolloutdiff.series_point select * from placed(1, 9, -0.05);
-- call:
select * from rolloutdiff.mismatch_health_v1('a');
-- expect:
--   'it''s' | 'mismatch_offset_constant' | 'mismatch:kl' | NULL | NULL | 5 | 1 | 9 | [1, 2, 3, 4, 9] | -0.05
-- call:
update rolloutdiff.series_point set mean = -0.03 where step = 4;
-- call:
select * from rolloutdiff.mismatch_health_v1('a');
-- expect: none
-- call:
select * from rolloutdiff.mismatch_health_v1('b');
-- expect: none
