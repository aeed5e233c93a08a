-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.calibration values
    ('a', 'run "x"', 'anchored_seq_v1', 100, 7, 3, 0.004, 9.21034, 0.40004, 1.03456, 2.00004, 0.25, 0.7500499, 'kappa 0.5; rho 0.6', 'pool'),
    ('a', 'run "x"', 'frozen_z_v1', 100, 9, null, null, null, null, null, null, null, null, null, null),
    ('half', 'r', 'frozen_z_v1', 1, 1, null, null, null, null, null, null, null, null, null, null);

-- case: figures to four decimals, of complete analyses
-- call:
select * from rolloutdiff.report_calibration order by rule;
-- expect:
--   'a' | 'run "x"' | 'anchored_seq_v1' | 100 | 7 | 3 | 0.004 | 9.2103 | 0.4 | 1.0346 | 2.0 | 0.25 | 0.75 | 'kappa 0.5; rho 0.6' | 'pool'
--   'a' | 'run "x"' | 'frozen_z_v1' | 100 | 9 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
