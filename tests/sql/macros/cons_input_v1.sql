-- case: a difference of either counts, then any evidence
-- call:
select t.args, t.kwargs, rolloutdiff.cons_input_v1(t.args, t.kwargs)
from (
    values
    (1, 'mismatch', 'aligned'), (2, 'aligned', 'mismatch'), (3, 'aligned', 'missing'), (4, 'missing', 'partial'), (5, 'missing', 'aligned'),
    (6, 'aligned', 'not_applicable'), (7, 'missing', 'missing'), (8, 'missing', 'not_applicable')
) as t(place, args, kwargs)
order by t.place;
-- expect:
--   'mismatch' | 'aligned' | 'mismatch'
--   'aligned' | 'mismatch' | 'mismatch'
--   'aligned' | 'missing' | 'aligned'
--   'missing' | 'partial' | 'aligned'
--   'missing' | 'aligned' | 'aligned'
--   'aligned' | 'not_applicable' | 'aligned'
--   'missing' | 'missing' | 'missing'
--   'missing' | 'not_applicable' | 'missing'
