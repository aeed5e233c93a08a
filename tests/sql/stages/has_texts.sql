-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, source_file, source_row) values (1, 'r', 1, '1', 'p', 'f', 0);

-- case: not in references to a dump
-- run: has_texts
-- expect:
--   false

-- case: one prompt or completion is one
-- call:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, response, source_file, source_row) values (2, 'r', 1, '2', 'p', '', 'f', 1);
-- run: has_texts
-- expect:
--   true
-- call:
update rolloutdiff.rollout set prompt = response, response = null where true;
-- run: has_texts
-- expect:
--   true
