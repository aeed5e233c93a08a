-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.analysis_file values
    ('a', 'run "x"', 'it''s/1.jsonl', 'ab', 12, 3, 1, 'verl'),
    ('a', 'run "x"', 'table t', null, null, 0, 0, 'table'),
    ('half', 'r', '1.jsonl', 'ab', 12, 3, 1, 'verl');

-- case: files as they were when the analysis began, tables without a hash
-- call:
select * from rolloutdiff.report_file order by source_file;
-- expect:
--   'a' | 'run "x"' | 'it''s/1.jsonl' | 'ab' | 12 | 3 | 1 | 'verl'
--   'a' | 'run "x"' | 'table t' | NULL | NULL | 0 | 0 | 'table'

-- case: what is loaded later does not join a finished analysis
-- given:
insert into rolloutdiff.ingest values ('run "x"', '2.jsonl', 'cd', 9, 1, 5, 0, 'verl', 'why', 'score');
update rolloutdiff.ingest set rows = 99;
-- call:
select source_file, rows from rolloutdiff.report_file order by source_file;
-- expect:
--   'it''s/1.jsonl' | 3
--   'table t' | 0
