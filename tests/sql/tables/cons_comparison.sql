-- case: a row is kept as it is
-- call:
insert into rolloutdiff.cons_comparison (
    comparison_id, run, step, profile, automatic_mapping, mapping_sha256, ok, warn, eps, package_version
) values (
    'c''1', 'run "x"', 3000000002, 'calibrated', true, '5f', -6.1, -7.1, -8.1, '0.1.0'
);
-- call:
select
    x.comparison_id, x.run, x.step, x.profile, x.automatic_mapping, x.mapping_sha256, x.ok, x.warn,
    x.eps, x.package_version
from rolloutdiff.cons_comparison as x;
-- expect:
--   'c''1' | 'run "x"' | 3000000002 | 'calibrated' | true | '5f' | -6.1 | -7.1 | -8.1 | '0.1.0'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.cons_comparison (
    comparison_id, run, step, profile, automatic_mapping, mapping_sha256, ok, warn, eps, package_version
) values (
    'c''1', null, null, 'calibrated', true, null, null, -7.1, -8.1, '0.1.0'
);
-- call:
select
    x.comparison_id, x.run, x.step, x.profile, x.automatic_mapping, x.mapping_sha256, x.ok, x.warn,
    x.eps, x.package_version
from rolloutdiff.cons_comparison as x;
-- expect:
--   'c''1' | NULL | NULL | 'calibrated' | true | NULL | NULL | -7.1 | -8.1 | '0.1.0'

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.cons_comparison (
    comparison_id, run, step, profile, automatic_mapping, mapping_sha256, ok, warn, eps, package_version
) values (
    'c''1', null, null, 'calibrated', true, null, null, -7.1, -8.1, '0.1.0'
);
-- call:
update rolloutdiff.cons_comparison set comparison_id = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?comparison_id"?
-- call:
update rolloutdiff.cons_comparison set profile = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?profile"?
-- call:
update rolloutdiff.cons_comparison set automatic_mapping = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?automatic_mapping"?
-- call:
update rolloutdiff.cons_comparison set warn = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?warn"?
-- call:
update rolloutdiff.cons_comparison set eps = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?eps"?
-- call:
update rolloutdiff.cons_comparison set package_version = null;
-- fails: NOT NULL constraint failed: "?cons_comparison"?\."?package_version"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.cons_comparison (
    comparison_id, run, step, profile, automatic_mapping, mapping_sha256, ok, warn, eps, package_version
) values (
    'c''1', null, null, 'calibrated', true, null, null, -7.1, -8.1, '0.1.0'
);
-- call:
update rolloutdiff.cons_comparison set step = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.cons_comparison set automatic_mapping = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
-- call:
update rolloutdiff.cons_comparison set ok = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_comparison set warn = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.cons_comparison set eps = 'high';
-- fails: Could not convert string 'high' to DOUBLE
