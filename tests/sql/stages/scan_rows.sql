-- given: create_staging {}

-- case: rows, steps, prompts and their visits, rewards
-- given:
insert into staged_row (source_file, source_row, step, prompt, response, reward) values
    ('a', 0, 1, 'p', 'x', 1.0), ('a', 1, 1, 'p', 'y', 0.0), ('a', 2, 1, 'q', '', null),
    ('b', 0, 3, 'p', 'x', 'nan'), ('b', 1, 3, 'p', null, -2.5), ('b', 2, 3, 'p', 'z', 1.0);
insert into staged_row (source_file, source_row, step, prompt, reward, reject_reason) values
    ('b', 3, 9, 'r', 50.0, 'not a number');
-- run: scan_rows
-- expect:
--   6 | 1 | 2 | 1 | 3 | 2 | 1 | 1 | 2.0 | 3 | 4 | -2.5 | 1.0 | 0 | 0

-- case: a prompt is what its id says
-- given:
insert into staged_row (source_file, source_row, step, prompt_id, prompt, response) values
    ('a', 0, 1, 'one', 'p', ''), ('a', 1, 1, 'one', 'p ', ''), ('a', 2, 2, 'two', 'p', '');
-- run: scan_rows
-- expect:
--   3 | 0 | 2 | 1 | 2 | 2 | 0 | 1 | 1.5 | 2 | 0 | NULL | NULL | 0 | 0

-- case: signs of several turns
-- given:
insert into staged_row (source_file, source_row, step, prompt, response, extras) values
    ('a', 0, 1, 'p', 'x', '{"messages": [{"role": "assistant"}, {"role": "tool"}]}'),
    ('a', 1, 1, 'p', 'x', '{"messages": [{"role": "assistant", "tool_calls": []}]}'),
    ('a', 2, 1, 'p', 'x', '{"messages": "7", "completion_messages": [{}, {}, {}]}'),
    ('a', 3, 1, 'p', 'call' || chr(10) || 'tool' || chr(10) || '5' || chr(10) || 'assistant' || chr(13) || chr(10) || 'It is 5', null),
    ('a', 4, 1, 'p', 'the user' || chr(10) || 'asked', null),
    ('a', 5, 1, 'p', 'user', null);
-- run: scan_rows
-- expect:
--   6 | 0 | 1 | 1 | 1 | 1 | 0 | 6 | 6.0 | 6 | 0 | NULL | NULL | 2 | 1

-- case: of nothing, nothing
-- run: scan_rows
-- expect:
--   0 | 0 | 0 | NULL | NULL | 0 | 0 | NULL | NULL | NULL | 0 | NULL | NULL | 0 | 0
