-- given: custom_start
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 1, 'q', 2, 1), ('a', 4, 'r', 2, 'p', 1, 0), ('b', 5, 'r', 1, 'p', 1, 0);
insert into custom_gathered values
    ('custom:it''s', 1, 2000000000), ('custom:it''s', 2, 1037000499), ('custom:it''s', 3, 2000000000), ('custom:it''s', 4, 2000000000), ('custom:it''s', 5, 2000000000);

-- case: a sum of 3037000499 in a prompt and step can be squared
-- run: custom_overflow {"analysis_id": "a"}
-- expect: none

-- case: one more cannot
-- call:
update custom_gathered set n = n + 1 where rollout_id = 2;
-- run: custom_overflow {"analysis_id": "a"}
-- expect:
--   'custom:it''s' | 1
-- run: custom_overflow {"analysis_id": "b"}
-- expect: none
