-- case: a row is kept as it is
-- call:
insert into rolloutdiff.install_log (
    installed_at, package_version, schema_version, duckdb_version, action, object_count, from_version
) values (
    timestamp '2026-01-02 03:04:05.000006', '0.1.0', 102, '1.4.0', 'install', 105, 106
);
-- call:
select
    x.installed_at, x.package_version, x.schema_version, x.duckdb_version, x.action, x.object_count,
    x.from_version
from rolloutdiff.install_log as x where x.schema_version > 100;
-- expect:
--   timestamp '2026-01-02 03:04:05.000006' | '0.1.0' | 102 | '1.4.0' | 'install' | 105 | 106

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.install_log (
    installed_at, package_version, schema_version, duckdb_version, action, object_count, from_version
) values (
    timestamp '2026-01-02 03:04:05.000006', '0.1.0', 102, '1.4.0', 'install', 105, null
);
-- call:
select
    x.installed_at, x.package_version, x.schema_version, x.duckdb_version, x.action, x.object_count,
    x.from_version
from rolloutdiff.install_log as x where x.schema_version > 100;
-- expect:
--   timestamp '2026-01-02 03:04:05.000006' | '0.1.0' | 102 | '1.4.0' | 'install' | 105 | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.install_log (
    installed_at, package_version, schema_version, duckdb_version, action, object_count, from_version
) values (
    timestamp '2026-01-02 03:04:05.000006', '0.1.0', 102, '1.4.0', 'install', 105, null
);
-- call:
update rolloutdiff.install_log set installed_at = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?installed_at"?
-- call:
update rolloutdiff.install_log set package_version = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?package_version"?
-- call:
update rolloutdiff.install_log set schema_version = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?schema_version"?
-- call:
update rolloutdiff.install_log set duckdb_version = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?duckdb_version"?
-- call:
update rolloutdiff.install_log set action = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?action"?
-- call:
update rolloutdiff.install_log set object_count = null;
-- fails: NOT NULL constraint failed: "?install_log"?\."?object_count"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.install_log (
    installed_at, package_version, schema_version, duckdb_version, action, object_count, from_version
) values (
    timestamp '2026-01-02 03:04:05.000006', '0.1.0', 102, '1.4.0', 'install', 105, null
);
-- call:
update rolloutdiff.install_log set installed_at = 'soon';
-- fails: invalid timestamp field format: "soon"
-- call:
update rolloutdiff.install_log set schema_version = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.install_log set object_count = 'two';
-- fails: Could not convert string 'two' to INT32
-- call:
update rolloutdiff.install_log set from_version = 'two';
-- fails: Could not convert string 'two' to INT32
