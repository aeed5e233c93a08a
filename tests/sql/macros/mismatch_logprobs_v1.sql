-- case: numbers stay, anything else in the list is NULL, in the order of the source
-- call:
select rolloutdiff.mismatch_logprobs_v1('[-0.5, -1e-3, null, "x", [1]]'::json);
-- expect:
--   [-0.5, -0.001, NULL, NULL, NULL]
-- call:
select rolloutdiff.mismatch_logprobs_v1('[]'::json);
-- expect:
--   []

-- case: a text may hold a list; an empty one is none
-- call:
select rolloutdiff.mismatch_logprobs_v1('"[-0.5, -1]"'::json), rolloutdiff.mismatch_logprobs_v1('" "'::json), rolloutdiff.mismatch_logprobs_v1('"it''s"'::json);
-- expect:
--   [-0.5, -1.0] | NULL | [NULL]

-- case: null and a missing value are none; what is no list is a list of nothing that counts
-- call:
select rolloutdiff.mismatch_logprobs_v1('null'::json), rolloutdiff.mismatch_logprobs_v1(null::json), rolloutdiff.mismatch_logprobs_v1('3'::json), rolloutdiff.mismatch_logprobs_v1('{"a": 1}'::json);
-- expect:
--   NULL | NULL | [NULL] | [NULL]
