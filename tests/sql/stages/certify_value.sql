-- given:
create temp table certify_row (
    source_row bigint, slice varchar, gold double, behavior double, target double, score double, target_score double,
    log_weight double, is_used boolean, reject_column varchar, reject_value varchar, reject_reason varchar
);
-- Each row differs from the next in one column later in the order than that before.
insert into certify_row (source_row, slice, gold, behavior, target, score, target_score, log_weight, is_used) values
    (0, 'it''s', 1.0, -1.0, -1.0, null, null, 0.0, true), (1, 'it''s', 1.0, -1.0, -1.0, 2.0, 5.0, 0.0, true),
    (2, 'it''s', 1.0, -1.0, -1.0, 2.0, 4.0, 0.0, true), (3, 'it''s', 1.0, -1.0, -1.0, 1.0, 9.0, 0.0, true),
    (4, 'it''s', 1.0, -1.0, -2.0, 8.0, 8.0, -1.0, true), (5, 'it''s', 1.0, -2.0, 7.0, 7.0, 7.0, 9.0, true),
    (6, 'it''s', 0.0, 6.0, 6.0, 6.0, 6.0, 0.25, true), (7, 'it''s', 0.0, null, 6.0, 6.0, 6.0, null, false),
    (8, 'x', 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, true);

-- case: used rows of the slice, in an order of their values
-- run: certify_value {"slice": "it's"}
-- expect:
--   0.0 | 0.25 | 6.0 | 6.0
--   1.0 | 9.0 | 7.0 | 7.0
--   1.0 | -1.0 | 8.0 | 8.0
--   1.0 | 0.0 | 1.0 | 9.0
--   1.0 | 0.0 | 2.0 | 4.0
--   1.0 | 0.0 | 2.0 | 5.0
--   1.0 | 0.0 | NULL | NULL

-- case: a slice that is not there
-- run: certify_value {"slice": "absent"}
-- expect: none
