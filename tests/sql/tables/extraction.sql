-- case: a row is kept as it is
-- call:
insert into rolloutdiff.extraction (
    rollout_id, extractor, status, prose, feature, count
) values (
    3000000000, '1', 'alert', '', ['ast:if', 'it''s'], [2, 1]
);
-- call:
select
    x.rollout_id, x.extractor, x.status, x.prose, x.feature, x.count
from rolloutdiff.extraction as x;
-- expect:
--   3000000000 | '1' | 'alert' | '' | ['ast:if', 'it''s'] | [2, 1]

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.extraction (
    rollout_id, extractor, status, prose, feature, count
) values (
    3000000000, '1', 'alert', null, ['ast:if', 'it''s'], [2, 1]
);
-- call:
select
    x.rollout_id, x.extractor, x.status, x.prose, x.feature, x.count
from rolloutdiff.extraction as x;
-- expect:
--   3000000000 | '1' | 'alert' | NULL | ['ast:if', 'it''s'] | [2, 1]

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.extraction (
    rollout_id, extractor, status, prose, feature, count
) values (
    3000000000, '1', 'alert', null, ['ast:if', 'it''s'], [2, 1]
);
-- call:
update rolloutdiff.extraction set rollout_id = null;
-- fails: NOT NULL constraint failed: "?extraction"?\."?rollout_id"?
-- call:
update rolloutdiff.extraction set extractor = null;
-- fails: NOT NULL constraint failed: "?extraction"?\."?extractor"?
-- call:
update rolloutdiff.extraction set status = null;
-- fails: NOT NULL constraint failed: "?extraction"?\."?status"?
-- call:
update rolloutdiff.extraction set feature = null;
-- fails: NOT NULL constraint failed: "?extraction"?\."?feature"?
-- call:
update rolloutdiff.extraction set count = null;
-- fails: NOT NULL constraint failed: "?extraction"?\."?count"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.extraction (
    rollout_id, extractor, status, prose, feature, count
) values (
    3000000000, '1', 'alert', null, ['ast:if', 'it''s'], [2, 1]
);
-- call:
update rolloutdiff.extraction set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.extraction set count = ['two'];
-- fails: Could not convert string 'two' to INT32
