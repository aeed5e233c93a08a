-- given:
create temp table certify_row (
    source_row bigint, slice varchar, gold double, behavior double, target double, score double, target_score double,
    log_weight double, is_used boolean, reject_column varchar, reject_value varchar, reject_reason varchar
);

-- case: the first by its place in the source
-- given:
insert into certify_row (source_row, slice, is_used, reject_column, reject_value, reject_reason) values
    (7, 'x', false, 'logp', 'it''s', 'late'), (10, 'x', false, 'gold', 'z', 'later'), (3, 'x', false, null, null, null),
    (4, 'x', false, 'gold', null, 'first');
-- run: certify_fault
-- expect:
--   4 | 'gold' | NULL | 'first'

-- case: no row where every value is a number or absent
-- given:
insert into certify_row (source_row, slice, is_used) values (0, 'x', true);
-- run: certify_fault
-- expect: none
