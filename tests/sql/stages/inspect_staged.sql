-- given: create_staging
insert into staged_row (source_file, source_row, run, step, sample_id, prompt_id, prompt, response, reject_reason) values
    ('it''s', 0, 'r', 1, null, null, 'hi', null, null), ('it''s', 1, 'r', 1, 's', 'p', 'hi', 'text', null), ('it''s', 2, 'r', 1, null, null, 'hi', 'x', 'bad');

-- case: names are made as in loading; rows set aside are not shown
-- run: inspect_staged {"files": ["it's", "it's", "it's"], "rows": [1, 0, 2]}
-- expect:
--   'it''s' | 0 | 1 | 'it''s:0' | '8f434346648f6b96df89dda901c5176b' | 'hi' | NULL
--   'it''s' | 1 | 1 | 's' | 'p' | 'hi' | 'text'
