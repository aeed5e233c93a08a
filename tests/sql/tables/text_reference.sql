-- case: a row is kept as it is
-- call:
insert into rolloutdiff.text_reference (
    rollout_id, text_hash
) values (
    3000000001, 18446744073709551615
);
-- call:
select
    x.rollout_id, x.text_hash
from rolloutdiff.text_reference as x;
-- expect:
--   3000000001 | 18446744073709551615

-- case: nothing may be absent
-- given:
insert into rolloutdiff.text_reference (
    rollout_id, text_hash
) values (
    3000000001, 18446744073709551615
);
-- call:
update rolloutdiff.text_reference set rollout_id = null;
-- fails: NOT NULL constraint failed: "?text_reference"?\."?rollout_id"?
-- call:
update rolloutdiff.text_reference set text_hash = null;
-- fails: NOT NULL constraint failed: "?text_reference"?\."?text_hash"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.text_reference (
    rollout_id, text_hash
) values (
    3000000001, 18446744073709551615
);
-- call:
update rolloutdiff.text_reference set rollout_id = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.text_reference set text_hash = 'two';
-- fails: Could not convert string 'two' to UINT64
