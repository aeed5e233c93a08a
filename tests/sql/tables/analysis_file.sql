-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis_file (
    analysis_id, run, source_file, sha256, bytes, rows, rejected, format
) values (
    'a''1', 'run "x"', 'it''s/1.jsonl', 'ab', 3000000004, 3000000005, 3000000006, 'trl'
);
-- call:
select
    x.analysis_id, x.run, x.source_file, x.sha256, x.bytes, x.rows, x.rejected, x.format
from rolloutdiff.analysis_file as x;
-- expect:
--   'a''1' | 'run "x"' | 'it''s/1.jsonl' | 'ab' | 3000000004 | 3000000005 | 3000000006 | 'trl'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.analysis_file (
    analysis_id, run, source_file, sha256, bytes, rows, rejected, format
) values (
    'a''1', 'run "x"', 'it''s/1.jsonl', null, null, 3000000005, 3000000006, 'trl'
);
-- call:
select
    x.analysis_id, x.run, x.source_file, x.sha256, x.bytes, x.rows, x.rejected, x.format
from rolloutdiff.analysis_file as x;
-- expect:
--   'a''1' | 'run "x"' | 'it''s/1.jsonl' | NULL | NULL | 3000000005 | 3000000006 | 'trl'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.analysis_file (
    analysis_id, run, source_file, sha256, bytes, rows, rejected, format
) values (
    'a''1', 'run "x"', 'it''s/1.jsonl', null, null, 3000000005, 3000000006, 'trl'
);
-- call:
update rolloutdiff.analysis_file set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?analysis_id"?
-- call:
update rolloutdiff.analysis_file set run = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?run"?
-- call:
update rolloutdiff.analysis_file set source_file = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?source_file"?
-- call:
update rolloutdiff.analysis_file set rows = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?rows"?
-- call:
update rolloutdiff.analysis_file set rejected = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?rejected"?
-- call:
update rolloutdiff.analysis_file set format = null;
-- fails: NOT NULL constraint failed: "?analysis_file"?\."?format"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.analysis_file (
    analysis_id, run, source_file, sha256, bytes, rows, rejected, format
) values (
    'a''1', 'run "x"', 'it''s/1.jsonl', null, null, 3000000005, 3000000006, 'trl'
);
-- call:
update rolloutdiff.analysis_file set bytes = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_file set rows = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.analysis_file set rejected = 'two';
-- fails: Could not convert string 'two' to INT64
