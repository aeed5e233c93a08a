-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_suspect (
    comparison_id, place, pair_ord, classification, rationale_code, boundary_ord, unmatched_train,
    unmatched_rollout, missing_train_activation, missing_rollout_activation, realigns_after, confidence
) values (
    'c''1', 3000000001, 3000000002, 'upstream_propagation', 'input_differs', 3000000005,
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], ['ast:if', 'it''s'], ['ast:if', 'it''s'], true, 'low'
);
-- call:
select
    x.comparison_id, x.place, x.pair_ord, x.classification, x.rationale_code, x.boundary_ord,
    x.unmatched_train, x.unmatched_rollout, x.missing_train_activation, x.missing_rollout_activation,
    x.realigns_after, x.confidence
from rolloutdiff.cons_suspect as x;
-- expect:
--   'c''1' | 3000000001 | 3000000002 | 'upstream_propagation' | 'input_differs' | 3000000005 | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | true | 'low'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_suspect (
    comparison_id, place, pair_ord, classification, rationale_code, boundary_ord, unmatched_train,
    unmatched_rollout, missing_train_activation, missing_rollout_activation, realigns_after, confidence
) values (
    'c''1', 3000000001, 3000000002, 'upstream_propagation', 'input_differs', null, ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], ['ast:if', 'it''s'], null, null
);
-- call:
select
    x.comparison_id, x.place, x.pair_ord, x.classification, x.rationale_code, x.boundary_ord,
    x.unmatched_train, x.unmatched_rollout, x.missing_train_activation, x.missing_rollout_activation,
    x.realigns_after, x.confidence
from rolloutdiff.cons_suspect as x;
-- expect:
--   'c''1' | 3000000001 | 3000000002 | 'upstream_propagation' | 'input_differs' | NULL | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | ['ast:if', 'it''s'] | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_suspect (
    comparison_id, place, pair_ord, classification, rationale_code, boundary_ord, unmatched_train,
    unmatched_rollout, missing_train_activation, missing_rollout_activation, realigns_after, confidence
) values (
    'c''1', 3000000001, 3000000002, 'upstream_propagation', 'input_differs', null, ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], ['ast:if', 'it''s'], null, null
);
-- call:
update rolloutdiff.cons_suspect set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_suspect set place = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?place"?
-- call:
update rolloutdiff.cons_suspect set pair_ord = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?pair_ord"?
-- call:
update rolloutdiff.cons_suspect set classification = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?classification"?
-- call:
update rolloutdiff.cons_suspect set rationale_code = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?rationale_code"?
-- call:
update rolloutdiff.cons_suspect set unmatched_train = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?unmatched_train"?
-- call:
update rolloutdiff.cons_suspect set unmatched_rollout = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?unmatched_rollout"?
-- call:
update rolloutdiff.cons_suspect set missing_train_activation = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?missing_train_activation"?
-- call:
update rolloutdiff.cons_suspect set missing_rollout_activation = null;
-- fails: NOT NULL constraint failed: "?cons_suspect"?\."?missing_rollout_activation"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_suspect (
    comparison_id, place, pair_ord, classification, rationale_code, boundary_ord, unmatched_train,
    unmatched_rollout, missing_train_activation, missing_rollout_activation, realigns_after, confidence
) values (
    'c''1', 3000000001, 3000000002, 'upstream_propagation', 'input_differs', null, ['ast:if', 'it''s'],
    ['ast:if', 'it''s'], ['ast:if', 'it''s'], ['ast:if', 'it''s'], null, null
);
-- call:
update rolloutdiff.cons_suspect set place = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_suspect set pair_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_suspect set boundary_ord = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_suspect set realigns_after = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
