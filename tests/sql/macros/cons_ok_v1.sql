-- case: by the type, however it is spelt
-- call:
select rolloutdiff.cons_ok_v1(t.dtype)
from (
    values (1, 'torch.bfloat16'), (2, 'BFloat16'), (3, 'torch.float16'), (4, 'torch.half'), (5, 'torch.float32'), (6, 'torch.int64'), (7, null)
) as t(place, dtype)
order by t.place;
-- expect:
--   0.004
--   0.004
--   0.001
--   0.001
--   0.0001
--   0.0001
--   0.0001
