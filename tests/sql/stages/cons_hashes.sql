-- case: a hash for each side
-- given:
create temp table c_file as select 'train' as side, '{}' as content, 'aa' as sha256 union all select 'rollout', '{}', 'bb';
-- run: cons_hashes
-- expect:
--   'rollout' | 'bb'
--   'train' | 'aa'
