-- case: trainer minus engine, token by token
-- call:
select rolloutdiff.mismatch_delta_v1([-1.0, -0.25]::double[], [-0.5, -0.5]::double[]);
-- expect:
--   [-0.5, 0.25]

-- case: twenty is the farthest
-- call:
select rolloutdiff.mismatch_delta_v1([-30.0, 0.0, -20.0]::double[], [0.0, -30.0, 0.0]::double[]);
-- expect:
--   [-20.0, 20.0, -20.0]

-- case: no token, no ratio
-- call:
select rolloutdiff.mismatch_delta_v1([]::double[], []::double[]), rolloutdiff.mismatch_delta_v1(null::double[], null::double[]);
-- expect:
--   [] | NULL
