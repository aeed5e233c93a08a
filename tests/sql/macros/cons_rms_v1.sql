-- case: distance of the means over the root mean square: |1 - 2| * sqrt(16) / 8
-- call:
select
    rolloutdiff.cons_rms_v1(1.0, 2.0, 16, 8.0, 1e-12), rolloutdiff.cons_rms_v1(2.0, 1.0, 16, -8.0, 1e-12),
    rolloutdiff.cons_rms_v1(1.0, 2.0, 4, 0.0, 0.5), rolloutdiff.cons_rms_v1(1.0, 2.0, -4, 8.0, 0.5);
-- expect:
--   0.5 | 0.5 | 4.0 | 0.0

-- case: without a part there is none
-- call:
select
    rolloutdiff.cons_rms_v1(null, 2.0, 16, 8.0, 1e-12), rolloutdiff.cons_rms_v1(1.0, 2.0, null, 8.0, 1e-12),
    rolloutdiff.cons_rms_v1(1.0, 2.0, 16, null, 1e-12);
-- expect:
--   NULL | NULL | NULL
