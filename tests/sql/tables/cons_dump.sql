-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_dump (
    comparison_id, side, path, sha256, modules, unpaired, other_keys, framework, level, task
) values (
    'c''1', 'train', 'it''s/dump.json', 'ab', 3000000004, 3000000005, 3000000006, 'pytorch', 'L0',
    'statistics'
);
-- call:
select
    x.comparison_id, x.side, x.path, x.sha256, x.modules, x.unpaired, x.other_keys, x.framework,
    x.level, x.task
from rolloutdiff.cons_dump as x;
-- expect:
--   'c''1' | 'train' | 'it''s/dump.json' | 'ab' | 3000000004 | 3000000005 | 3000000006 | 'pytorch' | 'L0' | 'statistics'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_dump (
    comparison_id, side, path, sha256, modules, unpaired, other_keys, framework, level, task
) values (
    'c''1', 'train', 'it''s/dump.json', 'ab', 3000000004, 3000000005, 3000000006, null, null, null
);
-- call:
select
    x.comparison_id, x.side, x.path, x.sha256, x.modules, x.unpaired, x.other_keys, x.framework,
    x.level, x.task
from rolloutdiff.cons_dump as x;
-- expect:
--   'c''1' | 'train' | 'it''s/dump.json' | 'ab' | 3000000004 | 3000000005 | 3000000006 | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_dump (
    comparison_id, side, path, sha256, modules, unpaired, other_keys, framework, level, task
) values (
    'c''1', 'train', 'it''s/dump.json', 'ab', 3000000004, 3000000005, 3000000006, null, null, null
);
-- call:
update rolloutdiff.cons_dump set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_dump set side = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?side"?
-- call:
update rolloutdiff.cons_dump set path = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?path"?
-- call:
update rolloutdiff.cons_dump set sha256 = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?sha256"?
-- call:
update rolloutdiff.cons_dump set modules = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?modules"?
-- call:
update rolloutdiff.cons_dump set unpaired = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?unpaired"?
-- call:
update rolloutdiff.cons_dump set other_keys = null;
-- fails: NOT NULL constraint failed: "?cons_dump"?\."?other_keys"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_dump (
    comparison_id, side, path, sha256, modules, unpaired, other_keys, framework, level, task
) values (
    'c''1', 'train', 'it''s/dump.json', 'ab', 3000000004, 3000000005, 3000000006, null, null, null
);
-- call:
update rolloutdiff.cons_dump set modules = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_dump set unpaired = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_dump set other_keys = 'two';
-- fails: Could not convert string 'two' to INT64
