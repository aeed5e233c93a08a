-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r "1"', 5, '1', 'q', '', 'text', 1.0, 'it''s/1', 0),
    (2, 'r "1"', 5, '2', 'p', '', null, null, 'it''s/1', 1),
    (3, 'r "1"', 9, '3', 'p', '', 'text', 0.0, 'it''s/2', 0),
    (4, 's', 1, '4', 'p', '', 'text', 0.0, 'f', 0);
insert into rolloutdiff.ingest values
    ('r "1"', 'it''s/1', 'ab', 10, 1, 2, 3, 'trl', 'why', 'score'),
    ('r "1"', 'it''s/2', null, null, null, 1, 0, 'trl', 'why', 'score'),
    ('s', 'f', null, null, null, 1, 0, 'table', 'why', 'score');

-- case: what is read, with the prompts numbered and halved by their name
-- run: begin_analysis {"analysis_id": "a", "settings": "{\"k\": 1}", "settings_sha256": "5", "input_hash": "i", "package_version": "0.1.0", "object_versions": "[]", "profile": "calibrated", "reward_formula": "score", "unscored": "keep", "runs": ["r \"1\""]}
-- call:
select * from rolloutdiff.analysis;
-- expect:
--   'a' | '{"k": 1}' | '5' | 'i' | '0.1.0' | '[]' | 'calibrated' | 'score' | 'keep' | false
-- call:
select analysis_id, rollout_id, run, step, prompt_id, prompt_no, prompt_half = md5_number(prompt_id) % 2
from rolloutdiff.analysis_rollout;
-- expect:
--   'a' | 1 | 'r "1"' | 5 | 'q' | 2 | true
--   'a' | 2 | 'r "1"' | 5 | 'p' | 1 | true
--   'a' | 3 | 'r "1"' | 9 | 'p' | 1 | true
-- call:
select * from rolloutdiff.analysis_file;
-- expect:
--   'a' | 'r "1"' | 'it''s/1' | 'ab' | 10 | 2 | 3 | 'trl'
--   'a' | 'r "1"' | 'it''s/2' | NULL | NULL | 1 | 0 | 'trl'
-- call:
select * from rolloutdiff.analysis_step;
-- expect:
--   'a' | 'r "1"' | 5 | 1 | 2 | 2
--   'a' | 'r "1"' | 9 | 2 | 1 | 1
-- call:
select * from rolloutdiff.analysis_run;
-- expect:
--   'a' | 'r "1"' | 3 | 2 | 5 | 9 | 2 | 2 | 1 | 3 | 1 | 'trl'

-- case: rollouts without a reward may be dropped
-- run: begin_analysis {"analysis_id": "a", "settings": "{}", "settings_sha256": "5", "input_hash": "i", "package_version": "0.1.0", "object_versions": "[]", "profile": "calibrated", "reward_formula": "score", "unscored": "drop", "runs": ["r \"1\"", "s"]}
-- call:
select run, rows, prompts, unscored from rolloutdiff.analysis_run order by run;
-- expect:
--   'r "1"' | 2 | 2 | 0
--   's' | 1 | 1 | 0

-- case: settings that are no JSON are refused
-- run: begin_analysis {"analysis_id": "a", "settings": "{", "settings_sha256": "5", "input_hash": "i", "package_version": "0.1.0", "object_versions": "[]", "profile": "calibrated", "reward_formula": "score", "unscored": "keep", "runs": []}
-- fails: (?i)malformed JSON
