-- given:
create temp table staged_source (
    source_row bigint, slice varchar, gold varchar, behavior varchar, target varchar, score varchar, target_score varchar
);

-- case: numbers with the log weight of each row; a row is used that has slice, gold and both log-probabilities
-- given:
drop table staged_source;
create temp table staged_source (
    source_row bigint, slice varchar, gold double, behavior double, target double, score double, target_score double
);
insert into staged_source values
    (7, 'it''s', 0.5, -3.0, -1.0, 0.25, 0.75), (2, null, 1.0, -1.0, -1.0, null, null), (3, 'x', null, -1.0, -1.0, null, null),
    (4, 'x', 1.0, null, -1.0, null, null), (5, 'x', 1.0, -1.0, null, null, null), (6, 'x', 1.0, -1.0, -99.0, 'nan', 'inf'),
    (8, 'x', '-inf', -1.0, -1.0, null, null);
-- run: certify_read {"as_json": false, "untyped": false, "has_slice": true, "labels": ["gold", "logp", "new", "reward", null]}
-- call:
select * from certify_row;
-- expect:
--   2 | NULL | 1.0 | -1.0 | -1.0 | NULL | NULL | 0.0 | false | NULL | NULL | NULL
--   3 | 'x' | NULL | -1.0 | -1.0 | NULL | NULL | 0.0 | false | NULL | NULL | NULL
--   4 | 'x' | 1.0 | NULL | -1.0 | NULL | NULL | NULL | false | NULL | NULL | NULL
--   5 | 'x' | 1.0 | -1.0 | NULL | NULL | NULL | NULL | false | NULL | NULL | NULL
--   6 | 'x' | 1.0 | -1.0 | -99.0 | NULL | NULL | -50.0 | true | NULL | NULL | NULL
--   7 | 'it''s' | 0.5 | -3.0 | -1.0 | 0.25 | 0.75 | 2.0 | true | NULL | NULL | NULL
--   8 | 'x' | NULL | -1.0 | -1.0 | NULL | NULL | 0.0 | false | NULL | NULL | NULL

-- case: rows without a number count from 0, and without slices all are one
-- given:
insert into staged_source values (null, 'x', '1', '-1', '-2', null, null), (null, null, 'true', '-1', '-1', null, null);
-- run: certify_read {"as_json": false, "untyped": true, "has_slice": false, "labels": ["gold", "logp", "new", null, null]}
-- call:
select r.source_row, r.slice, r.gold, r.log_weight, r.is_used from certify_row as r;
-- expect:
--   0 | 'all' | 1.0 | -1.0 | true
--   1 | 'all' | 1.0 | 0.0 | true

-- case: plain text may say that there is no number; other text is a fault, of which the first column is named
-- given:
insert into staged_source values
    (0, 'x', 'NaN', '', 'None', '-Infinity', 'NA'), (1, 'x', '1', 'it''s', 'nanx', null, null), (2, 'x', '1', '-1', '-1', null, repeat('ab', 101)),
    (3, 'x', 'null', '+inf', '-1', null, null);
-- run: certify_read {"as_json": false, "untyped": true, "has_slice": true, "labels": ["g", "l", "t", "s", "u"]}
-- call:
select
    r.source_row, r.gold, r.behavior, r.target, r.score, r.target_score, r.is_used, r.reject_column,
    case when len(r.reject_value) < 9 then r.reject_value else len(r.reject_value)::varchar end, r.reject_reason
from certify_row as r;
-- expect:
--   0 | NULL | NULL | NULL | NULL | NULL | false | NULL | NULL | NULL
--   1 | 1.0 | NULL | NULL | NULL | NULL | false | 'l' | 'it''s' | 'text, not a number'
--   2 | 1.0 | -1.0 | -1.0 | NULL | NULL | true | 'u' | '200' | 'text, not a number'
--   3 | NULL | NULL | -1.0 | NULL | NULL | false | NULL | NULL | NULL

-- case: text that is typed as text says nothing by such words
-- given:
insert into staged_source values (0, 'x', 'none', '-1', '-1', null, null);
-- run: certify_read {"as_json": false, "untyped": false, "has_slice": true, "labels": ["g", "l", "t", "s", "u"]}
-- call:
select r.reject_column, r.reject_value, r.reject_reason from certify_row as r;
-- expect:
--   'g' | 'none' | 'text, not a number'

-- case: cells that are JSON
-- given:
insert into staged_source values
    (0, '"it''s"', 'true', '"-1"', '-2.5', 'null', null), (1, 'null', '1', '-1', '-1', null, null), (2, '7', '1', '[1]', '{"a": 1}', null, null);
-- run: certify_read {"as_json": true, "untyped": false, "has_slice": true, "labels": ["g", "l", "t", "s", "u"]}
-- call:
select r.source_row, r.slice, r.gold, r.behavior, r.target, r.score, r.is_used, r.reject_column, r.reject_value, r.reject_reason from certify_row as r;
-- expect:
--   0 | 'it''s' | 1.0 | -1.0 | -2.5 | NULL | true | NULL | NULL | NULL
--   1 | NULL | 1.0 | -1.0 | -1.0 | NULL | false | NULL | NULL | NULL
--   2 | '7' | 1.0 | NULL | NULL | NULL | false | 'l' | '[1]' | 'a list, not a number'

-- case: an empty source, read after another
-- given: certify_read {"as_json": false, "untyped": true, "has_slice": false, "labels": ["g", "l", "t", null, null]}
insert into staged_source values (0, 'x', '1', '1', '1', null, null);
delete from staged_source;
-- run: certify_read {"as_json": false, "untyped": true, "has_slice": false, "labels": ["g", "l", "t", null, null]}
-- call:
select * from certify_row;
-- expect: none
