-- given:
create temp table certify_row (
    source_row bigint, slice varchar, gold double, behavior double, target double, score double, target_score double,
    log_weight double, is_used boolean, reject_column varchar, reject_value varchar, reject_reason varchar
);

-- case: a row counts where its first reason is
-- given:
insert into certify_row (source_row, slice, gold, behavior, target, is_used) values
    (0, 'it''s', 1.0, -1.0, -2.0, true), (1, 'it''s', 1.0, -1.0, 0.5, true), (2, 'x', 1.0, 0.25, -1.0, true), (3, 'x', 1.0, 0.0, 0.0, true),
    (4, null, null, null, null, false), (5, null, 1.0, -1.0, -1.0, false), (6, 'x', null, null, null, false), (7, 'x', null, -1.0, -1.0, false),
    (8, 'x', null, -1.0, 0.5, false), (9, 'x', 1.0, null, 9.0, false), (10, 'x', 1.0, 9.0, null, false), (11, 'x', 1.0, null, null, false),
    (12, 'x', 2.0, null, null, false), (13, 'x', 2.0, null, -1.0, false);
-- run: certify_count
-- expect:
--   14 | 4 | 2 | 3 | 5 | 2

-- case: of nothing, nothing
-- run: certify_count
-- expect:
--   0 | 0 | 0 | 0 | 0 | 0
