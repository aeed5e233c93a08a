-- case: a row is kept as it is
-- call:
insert into rolloutdiff.shard (run, dump, number, shards) values ('run "x"', 'ab''12', 3, 2000000000);
-- call:
select x.run, x.dump, x.number, x.shards from rolloutdiff.shard as x;
-- expect:
--   'run "x"' | 'ab''12' | 3 | 2000000000

-- case: nothing may be absent
-- given:
insert into rolloutdiff.shard (run, dump, number, shards) values ('run "x"', 'ab''12', 3, 4);
-- call:
update rolloutdiff.shard set run = null;
-- fails: NOT NULL constraint failed: "?shard"?\."?run"?
-- call:
update rolloutdiff.shard set dump = null;
-- fails: NOT NULL constraint failed: "?shard"?\."?dump"?
-- call:
update rolloutdiff.shard set number = null;
-- fails: NOT NULL constraint failed: "?shard"?\."?number"?
-- call:
update rolloutdiff.shard set shards = null;
-- fails: NOT NULL constraint failed: "?shard"?\."?shards"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.shard (run, dump, number, shards) values ('run "x"', 'ab''12', 3, 4);
-- call:
update rolloutdiff.shard set number = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.shard set shards = 'two';
-- fails: Could not convert string 'two' to INT32
