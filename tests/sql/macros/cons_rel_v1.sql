-- case: relative to the side of the rollout, whatever its sign
-- call:
select
    rolloutdiff.cons_rel_v1(3.0, 2.0, 1e-12), rolloutdiff.cons_rel_v1(-3.0, -2.0, 1e-12), rolloutdiff.cons_rel_v1(2.0, -2.0, 1e-12),
    rolloutdiff.cons_rel_v1(1.0, 0.0, 0.5), rolloutdiff.cons_rel_v1(0.0, 0.0, 1e-12);
-- expect:
--   0.5 | 0.5 | 2.0 | 2.0 | 0.0

-- case: what is absent gives NULL, what is no finite number NaN
-- call:
select
    rolloutdiff.cons_rel_v1(null, 2.0, 1e-12), rolloutdiff.cons_rel_v1(2.0, null, 1e-12),
    rolloutdiff.cons_rel_v1('nan'::double, 2.0, 1e-12), rolloutdiff.cons_rel_v1(2.0, 'nan'::double, 1e-12),
    rolloutdiff.cons_rel_v1('inf'::double, 'inf'::double, 1e-12), rolloutdiff.cons_rel_v1(1.0, 'inf'::double, 1e-12);
-- expect:
--   NULL | NULL | nan | nan | nan | nan
