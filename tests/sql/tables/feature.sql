-- case: a row is kept as it is
-- call:
insert into rolloutdiff.feature (
    feature_id, analysis_id, tier, kind, name, unit, scale, document_frequency, origin, admitted_index
) values (
    100, 'a''1', 'lexical', 'binary', 'lex:it''s', 'share', 106, 3000000007, 'vocabulary', 109
);
-- call:
select
    x.feature_id, x.analysis_id, x.tier, x.kind, x.name, x.unit, x.scale, x.document_frequency,
    x.origin, x.admitted_index
from rolloutdiff.feature as x;
-- expect:
--   100 | 'a''1' | 'lexical' | 'binary' | 'lex:it''s' | 'share' | 106 | 3000000007 | 'vocabulary' | 109

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.feature (
    feature_id, analysis_id, tier, kind, name, unit, scale, document_frequency, origin, admitted_index
) values (
    100, 'a''1', 'lexical', 'binary', 'lex:it''s', 'share', 106, 3000000007, 'vocabulary', 109
);
-- call:
update rolloutdiff.feature set feature_id = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?feature_id"?
-- call:
update rolloutdiff.feature set analysis_id = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?analysis_id"?
-- call:
update rolloutdiff.feature set tier = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?tier"?
-- call:
update rolloutdiff.feature set kind = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?kind"?
-- call:
update rolloutdiff.feature set name = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?name"?
-- call:
update rolloutdiff.feature set unit = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?unit"?
-- call:
update rolloutdiff.feature set scale = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?scale"?
-- call:
update rolloutdiff.feature set document_frequency = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?document_frequency"?
-- call:
update rolloutdiff.feature set origin = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?origin"?
-- call:
update rolloutdiff.feature set admitted_index = null;
-- fails: NOT NULL constraint failed: "?feature"?\."?admitted_index"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.feature (
    feature_id, analysis_id, tier, kind, name, unit, scale, document_frequency, origin, admitted_index
) values (
    100, 'a''1', 'lexical', 'binary', 'lex:it''s', 'share', 106, 3000000007, 'vocabulary', 109
);
-- call:
update rolloutdiff.feature set feature_id = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.feature set scale = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.feature set document_frequency = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.feature set admitted_index = 'two';
-- fails: Could not convert string 'two' to INT32
