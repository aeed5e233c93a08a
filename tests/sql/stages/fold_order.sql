-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'a', 'custom', 'binary', 'custom:c', 'share', 1, 3, 'fixed', 0),
    (4, 'a', 'ast', 'binary', 'ast:edge:If>If', 'share', 1, 3, 'vocabulary', 0),
    (5, 'a', 'ast', 'binary', 'ast:late', 'share', 1, 3, 'vocabulary', 0),
    (6, 'a', 'ast', 'binary', 'ast:small', 'share', 1, 3, 'vocabulary', 0),
    (7, 'a', 'ast', 'binary', 'ast:fall', 'share', 1, 3, 'vocabulary', 0),
    (8, 'a', 'ast', 'binary', 'ast:equal', 'share', 1, 3, 'vocabulary', 0),
    (9, 'a', 'shape', 'binary', 'shape:b', 'share', 1, 3, 'fixed', 0);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, direction)
select 'a', 'r', 'z', f.feature_id, 'alert', case when f.feature_id = 5 then 20 else 10 end, case when f.feature_id = 7 then 'fall' else 'rise' end
from rolloutdiff.feature as f;
insert into rolloutdiff.alert
select 'a', 'r', 'z', f.feature_id, 1.0, 1, 1.0, case f.feature_id when 6 then 0.1 when 7 then -0.3 else 0.2 end, null
from rolloutdiff.feature as f;

-- case: tier, pairs of nodes last, onset, size of the change in its direction, name; sizes never lead
-- run: fold_order {"analysis_id": "a", "rule": "z"}
-- expect:
--   'r' | 7
--   'r' | 8
--   'r' | 6
--   'r' | 5
--   'r' | 4
--   'r' | 3
--   'r' | 1
--   'r' | 9
