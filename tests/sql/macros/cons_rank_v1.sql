-- case: values, then shapes
-- call:
select t.relation, rolloutdiff.cons_rank_v1(true, t.relation), rolloutdiff.cons_rank_v1(false, t.relation)
from (
    values (1, 'exact_match'), (2, 'singleton_compatible_numel_match'), (3, 'numel_match'), (4, 'numel_mismatch'), (5, 'unknown')
) as t(place, relation)
order by t.place;
-- expect:
--   'exact_match' | {'priority_rank': 1, 'priority_bucket': 'value_mismatch_shape_match', 'value_status': 'alert'} | {'priority_rank': 4, 'priority_bucket': 'value_match_shape_match', 'value_status': 'ok'}
--   'singleton_compatible_numel_match' | {'priority_rank': 1, 'priority_bucket': 'value_mismatch_numel_match', 'value_status': 'alert'} | {'priority_rank': 3, 'priority_bucket': 'value_match_shape_mismatch', 'value_status': 'warn'}
--   'numel_match' | {'priority_rank': 1, 'priority_bucket': 'value_mismatch_numel_match', 'value_status': 'alert'} | {'priority_rank': 3, 'priority_bucket': 'value_match_shape_mismatch', 'value_status': 'warn'}
--   'numel_mismatch' | {'priority_rank': 2, 'priority_bucket': 'value_mismatch_shape_mismatch', 'value_status': 'warn'} | {'priority_rank': 3, 'priority_bucket': 'value_match_shape_mismatch', 'value_status': 'warn'}
--   'unknown' | {'priority_rank': 4, 'priority_bucket': 'value_match_shape_match', 'value_status': 'ok'} | {'priority_rank': 4, 'priority_bucket': 'value_match_shape_match', 'value_status': 'ok'}
