-- given: create_staging {}

-- case: rows in the order of their files, marked where the prompt changes
-- given:
insert into staged_row (source_file, source_row, step, prompt, reward_parts, extras) values
    ('b', 0, 2, 'q', map {'x': 3.0, 'y': null}, '{"advantage": "-1"}'),
    ('a', 2, 1, 'q', map {'x': 2.0, 'y': 4.0}, '{"advantage": null}'),
    ('a', 1, 1, 'p', map {'x': 1.0, 'y': 5.0}, '{"advantage": 0.25, "other": 1}'),
    ('a', 0, 1, 'p', map {'x': 0.0, 'y': 6.0}, '{"advantages": 0.5}');
insert into staged_row (source_file, source_row, step, prompt, reward_parts, extras, reject_reason) values
    ('a', 3, 1, 'r', map {'x': 9.0, 'y': 9.0}, '{"advantage": 9}', 'null');
-- run: scan_advantage {"names": ["y", "x"]}
-- expect:
--   'a' | true | 0.5 | [6.0, 0.0]
--   'a' | false | 0.25 | [5.0, 1.0]
--   'a' | true | NULL | [4.0, 2.0]
--   'b' | true | -1.0 | [NULL, 3.0]

-- case: without advantages there is nothing to say
-- given:
insert into staged_row (source_file, source_row, step, prompt, reward_parts, extras) values
    ('a', 0, 1, 'p', map {'x': 0.0}, '{"advantage": "high"}'), ('a', 1, 1, 'p', map {'x': 0.0}, null);
-- run: scan_advantage {"names": ["x"]}
-- expect: none
