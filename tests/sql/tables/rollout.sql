-- case: a row is kept as it is
-- call:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split,
    reward_parts, extras, source_file, source_row
) values (
    3000000000, 'run "x"', 3000000002, 'f:0', 'p|1', '', 'a
	b', -7.1, 'g', 'eval',
    map {'it''s': 0.1, 'b': null}, '{"k": null}', 'it''s/1.jsonl', 3000000013
);
-- call:
select
    x.rollout_id, x.run, x.step, x.sample_id, x.prompt_id, x.prompt, x.response, x.reward, x.group_id,
    x.split, x.reward_parts, x.extras, x.source_file, x.source_row
from rolloutdiff.rollout as x;
-- expect:
--   3000000000 | 'run "x"' | 3000000002 | 'f:0' | 'p|1' | '' | 'a\n\tb' | -7.1 | 'g' | 'eval' | {'it''s': 0.1, 'b': NULL} | '{"k": null}' | 'it''s/1.jsonl' | 3000000013

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split,
    reward_parts, extras, source_file, source_row
) values (
    3000000000, 'run "x"', 3000000002, 'f:0', 'p|1', '', null, null, null, null, null, null,
    'it''s/1.jsonl', 3000000013
);
-- call:
select
    x.rollout_id, x.run, x.step, x.sample_id, x.prompt_id, x.prompt, x.response, x.reward, x.group_id,
    x.split, x.reward_parts, x.extras, x.source_file, x.source_row
from rolloutdiff.rollout as x;
-- expect:
--   3000000000 | 'run "x"' | 3000000002 | 'f:0' | 'p|1' | '' | NULL | NULL | NULL | NULL | NULL | NULL | 'it''s/1.jsonl' | 3000000013

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split,
    reward_parts, extras, source_file, source_row
) values (
    3000000000, 'run "x"', 3000000002, 'f:0', 'p|1', '', null, null, null, null, null, null,
    'it''s/1.jsonl', 3000000013
);
-- call:
update rolloutdiff.rollout set rollout_id = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?rollout_id"?
-- call:
update rolloutdiff.rollout set run = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?run"?
-- call:
update rolloutdiff.rollout set step = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?step"?
-- call:
update rolloutdiff.rollout set sample_id = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?sample_id"?
-- call:
update rolloutdiff.rollout set prompt_id = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?prompt_id"?
-- call:
update rolloutdiff.rollout set source_file = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?source_file"?
-- call:
update rolloutdiff.rollout set source_row = null;
-- fails: NOT NULL constraint failed: "?rollout"?\."?source_row"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.rollout (
    rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, group_id, split,
    reward_parts, extras, source_file, source_row
) values (
    3000000000, 'run "x"', 3000000002, 'f:0', 'p|1', '', null, null, null, null, null, null,
    'it''s/1.jsonl', 3000000013
);
-- call:
update rolloutdiff.rollout set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.rollout set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.rollout set reward = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.rollout set reward_parts = map {'a': 'high'};
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.rollout set extras = '{';
-- fails: Malformed JSON
-- call:
update rolloutdiff.rollout set source_row = 'two';
-- fails: Could not convert string 'two' to INT64
