-- case: a row is kept as it is
-- call:
insert into rolloutdiff.ingest (
    run, source_file, sha256, bytes, modified_ns, rows, rejected, format, evidence, reward_formula
) values (
    'run "x"', 'it''s/1.jsonl', 'ab', 3000000003, 3000000004, 3000000005, 3000000006, 'trl',
    'columns "a"', '0.5*"a b" + c'
);
-- call:
select
    x.run, x.source_file, x.sha256, x.bytes, x.modified_ns, x.rows, x.rejected, x.format, x.evidence,
    x.reward_formula
from rolloutdiff.ingest as x;
-- expect:
--   'run "x"' | 'it''s/1.jsonl' | 'ab' | 3000000003 | 3000000004 | 3000000005 | 3000000006 | 'trl' | 'columns "a"' | '0.5*"a b" + c'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.ingest (
    run, source_file, sha256, bytes, modified_ns, rows, rejected, format, evidence, reward_formula
) values (
    'run "x"', 'it''s/1.jsonl', null, null, null, 3000000005, 3000000006, 'trl', 'columns "a"',
    '0.5*"a b" + c'
);
-- call:
select
    x.run, x.source_file, x.sha256, x.bytes, x.modified_ns, x.rows, x.rejected, x.format, x.evidence,
    x.reward_formula
from rolloutdiff.ingest as x;
-- expect:
--   'run "x"' | 'it''s/1.jsonl' | NULL | NULL | NULL | 3000000005 | 3000000006 | 'trl' | 'columns "a"' | '0.5*"a b" + c'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.ingest (
    run, source_file, sha256, bytes, modified_ns, rows, rejected, format, evidence, reward_formula
) values (
    'run "x"', 'it''s/1.jsonl', null, null, null, 3000000005, 3000000006, 'trl', 'columns "a"',
    '0.5*"a b" + c'
);
-- call:
update rolloutdiff.ingest set run = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?run"?
-- call:
update rolloutdiff.ingest set source_file = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?source_file"?
-- call:
update rolloutdiff.ingest set rows = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?rows"?
-- call:
update rolloutdiff.ingest set rejected = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?rejected"?
-- call:
update rolloutdiff.ingest set format = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?format"?
-- call:
update rolloutdiff.ingest set evidence = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?evidence"?
-- call:
update rolloutdiff.ingest set reward_formula = null;
-- fails: NOT NULL constraint failed: "?ingest"?\."?reward_formula"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.ingest (
    run, source_file, sha256, bytes, modified_ns, rows, rejected, format, evidence, reward_formula
) values (
    'run "x"', 'it''s/1.jsonl', null, null, null, 3000000005, 3000000006, 'trl', 'columns "a"',
    '0.5*"a b" + c'
);
-- call:
update rolloutdiff.ingest set bytes = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.ingest set modified_ns = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.ingest set rows = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.ingest set rejected = 'two';
-- fails: Could not convert string 'two' to INT64
