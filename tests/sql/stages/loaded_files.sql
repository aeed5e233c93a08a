-- given:
insert into rolloutdiff.ingest values
    ('it''s', 'g', null, null, null, 1, 0, 'table', 'why', '0.5*"a"'), ('it''s', 'f', 'ab', 9, 1, 2, 3, 'trl', 'why', 'score'),
    ('r', 'h', 'cd', 9, 1, 2, 3, 'trl', 'why', 'score');

-- case: files of one run, a table without a hash
-- run: loaded_files {"run": "it's"}
-- expect:
--   'f' | 'ab' | 2 | 'trl' | 'score'
--   'g' | NULL | 1 | 'table' | '0.5*"a"'
-- run: loaded_files {"run": "x"}
-- expect: none
