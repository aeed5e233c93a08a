-- given:
create temp table part_row as select * from rolloutdiff.rollout;
insert into part_row values
    (7, 'r "1"', 3, 's', 'p', 'q', 'it''s', 1.5, 'g', 'train', map {'a': 0.5}, '{"k": 1}', 'f', 4, 'x', 0.25, -1.0, -2.0, -3.0, map {'kl': 0.125}, 'length');
insert into rolloutdiff.rollout select * replace (20 as rollout_id, 'before' as run) from part_row;

-- case: every column, behind the last of the parts before
-- run: merge_rollout {"after": 20}
-- call:
select * from rolloutdiff.rollout where run <> 'before';
-- expect:
--   27 | 'r "1"' | 3 | 's' | 'p' | 'q' | 'it''s' | 1.5 | 'g' | 'train' | {'a': 0.5} | '{"k": 1}' | 'f' | 4 | 'x' | 0.25 | -1.0 | -2.0 | -3.0 | {'kl': 0.125} | 'length'
-- call:
select count(*) from rolloutdiff.rollout;
-- expect:
--   2
