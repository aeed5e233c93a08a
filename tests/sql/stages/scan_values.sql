-- given: create_staging {}

-- case: ranges of finite values, and the rows and steps that have one
-- given:
insert into staged_row (source_file, source_row, step, prompt, reward_parts) values
    ('a', 0, 1, 'p', map {'b': 1.0, 'it''s': 0.5}), ('a', 1, 1, 'p', map {'b': 'nan'::double, 'it''s': null}),
    ('a', 2, 2, 'p', map {'b': -2.0, 'it''s': null}), ('a', 3, 3, 'p', map {'b': 'inf'::double, 'it''s': null}),
    ('a', 4, 3, 'p', null);
insert into staged_row (source_file, source_row, step, prompt, reward_parts, reject_reason) values
    ('a', 5, 4, 'p', map {'b': 99.0, 'it''s': 99.0}, 'null');
-- run: scan_values
-- expect:
--   'b' | 2 | 5 | -2.0 | 1.0 | 2 | 3
--   'it''s' | 1 | 5 | 0.5 | 0.5 | 1 | 3

-- case: a part without a finite value
-- given:
insert into staged_row (source_file, source_row, step, prompt, reward_parts) values ('a', 0, 1, 'p', map {'b': null::double});
-- run: scan_values
-- expect:
--   'b' | 0 | 1 | NULL | NULL | 0 | 1

-- case: no parts
-- given:
insert into staged_row (source_file, source_row, step, prompt) values ('a', 0, 1, 'p');
-- run: scan_values
-- expect: none
