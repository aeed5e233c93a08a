-- given:
create temp table certify_row (
    source_row bigint, slice varchar, gold double, behavior double, target double, score double, target_score double,
    log_weight double, is_used boolean, reject_column varchar, reject_value varchar, reject_reason varchar
);

-- Weights 1 and 4: gold (1 * 2 + 4 * 7) / 5, its mean (2 + 7) / 2, effective size 25 / 17. A labelled row without log-probabilities
-- is not weighted, whatever its gold.
-- case: used rows are weighted, labelled ones counted
-- given:
insert into certify_row (source_row, slice, gold, log_weight, is_used) values
    (0, 'x', 2.0, 0.0, true), (1, 'x', 7.0, ln(4.0), true), (2, 'x', 100.0, null, false), (3, 'x', null, 0.0, false),
    (4, 'it''s', 0.5, -50.0, true), (5, 'bare', 3.0, 0.0, false), (6, 'empty', null, null, false), (7, null, 1.0, 0.0, false);
-- run: certify_slice
-- expect:
--   'bare' | 1 | 0 | NULL | NULL | NULL
--   'empty' | 0 | 0 | NULL | NULL | NULL
--   'it''s' | 1 | 1 | 0.5 | 0.5 | 1.0
--   'x' | 3 | 2 | 4.5 | 6.0 | 1.4705882352941178
