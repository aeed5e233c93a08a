-- case: a row is kept as it is
-- call:
insert into rolloutdiff.rejected_row (
    run, source_file, source_row, column_name, value, reason
) values (
    'run "x"', 'it''s/1.jsonl', 3000000002, 'reward', '\N', 'it''s text'
);
-- call:
select
    x.run, x.source_file, x.source_row, x.column_name, x.value, x.reason
from rolloutdiff.rejected_row as x;
-- expect:
--   'run "x"' | 'it''s/1.jsonl' | 3000000002 | 'reward' | '\\N' | 'it''s text'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.rejected_row (
    run, source_file, source_row, column_name, value, reason
) values (
    null, 'it''s/1.jsonl', 3000000002, null, null, 'it''s text'
);
-- call:
select
    x.run, x.source_file, x.source_row, x.column_name, x.value, x.reason
from rolloutdiff.rejected_row as x;
-- expect:
--   NULL | 'it''s/1.jsonl' | 3000000002 | NULL | NULL | 'it''s text'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.rejected_row (
    run, source_file, source_row, column_name, value, reason
) values (
    null, 'it''s/1.jsonl', 3000000002, null, null, 'it''s text'
);
-- call:
update rolloutdiff.rejected_row set source_file = null;
-- fails: NOT NULL constraint failed: "?rejected_row"?\."?source_file"?
-- call:
update rolloutdiff.rejected_row set source_row = null;
-- fails: NOT NULL constraint failed: "?rejected_row"?\."?source_row"?
-- call:
update rolloutdiff.rejected_row set reason = null;
-- fails: NOT NULL constraint failed: "?rejected_row"?\."?reason"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.rejected_row (
    run, source_file, source_row, column_name, value, reason
) values (
    null, 'it''s/1.jsonl', 3000000002, null, null, 'it''s text'
);
-- call:
update rolloutdiff.rejected_row set source_row = 'two';
-- fails: Could not convert string 'two' to INT64
