-- given:
create temp table fresh_text as select 1::bigint as rollout_id;
create temp table repeated_text as select 2::bigint as rollout_id, 1::bigint as first_rollout;
insert into rolloutdiff.extraction values (1, 'x1', 'old', null, [], []), (2, 'x1', 'old', null, [], []), (9, 'x1', 'old', null, [], []);

-- case: rollouts that are extracted now lose the older extraction, others keep theirs
-- run: clear_extraction
-- call:
select e.rollout_id from rolloutdiff.extraction as e;
-- expect:
--   9
