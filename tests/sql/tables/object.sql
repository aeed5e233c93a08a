-- case: a row is kept as it is
-- call:
insert into rolloutdiff.object (
    name, kind, version, sha256, since, summary, package
) values (
    'lex:it''s', 'binary', 102, 'ab', '0.1.0', 'One; row''s', 'rolloutdiff'
);
-- call:
select
    x.name, x.kind, x.version, x.sha256, x.since, x.summary, x.package
from rolloutdiff.object as x where x.name = 'lex:it''s';
-- expect:
--   'lex:it''s' | 'binary' | 102 | 'ab' | '0.1.0' | 'One; row''s' | 'rolloutdiff'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.object (
    name, kind, version, sha256, since, summary, package
) values (
    'lex:it''s', 'binary', 102, 'ab', '0.1.0', 'One; row''s', 'rolloutdiff'
);
-- call:
update rolloutdiff.object set name = null;
-- fails: NOT NULL constraint failed: "?object"?\."?name"?
-- call:
update rolloutdiff.object set kind = null;
-- fails: NOT NULL constraint failed: "?object"?\."?kind"?
-- call:
update rolloutdiff.object set version = null;
-- fails: NOT NULL constraint failed: "?object"?\."?version"?
-- call:
update rolloutdiff.object set sha256 = null;
-- fails: NOT NULL constraint failed: "?object"?\."?sha256"?
-- call:
update rolloutdiff.object set since = null;
-- fails: NOT NULL constraint failed: "?object"?\."?since"?
-- call:
update rolloutdiff.object set summary = null;
-- fails: NOT NULL constraint failed: "?object"?\."?summary"?
-- call:
update rolloutdiff.object set package = null;
-- fails: NOT NULL constraint failed: "?object"?\."?package"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.object (
    name, kind, version, sha256, since, summary, package
) values (
    'lex:it''s', 'binary', 102, 'ab', '0.1.0', 'One; row''s', 'rolloutdiff'
);
-- call:
update rolloutdiff.object set version = 'two';
-- fails: Could not convert string 'two' to INT32
