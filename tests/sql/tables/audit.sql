-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit (
    audit_id, analysis_id, settings, settings_sha256, input_hash, package_version, sources,
    qa_sha256, reward_function, complete
) values (
    'audit_id"1"', 'analysis_id"2"', '{"k": 1}', 'settings_sha256"4"', 'input_hash"5"',
    'package_version"6"', '{"k": 1}', 'qa_sha256"8"', 'reward_function"9"', true
);
-- call:
select
    x.audit_id, x.analysis_id, x.settings, x.settings_sha256, x.input_hash, x.package_version,
    x.sources, x.qa_sha256, x.reward_function, x.complete
from rolloutdiff.audit as x;
-- expect:
--   'audit_id"1"' | 'analysis_id"2"' | '{"k": 1}' | 'settings_sha256"4"' | 'input_hash"5"' | 'package_version"6"' | '{"k": 1}' | 'qa_sha256"8"' | 'reward_function"9"' | true

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit (
    audit_id, analysis_id, settings, settings_sha256, input_hash, package_version, sources,
    qa_sha256, reward_function, complete
) values (
    'audit_id"1"', 'analysis_id"2"', '{"k": 1}', 'settings_sha256"4"', 'input_hash"5"',
    'package_version"6"', '{"k": 1}', null, null, true
);
-- call:
select
    x.audit_id, x.analysis_id, x.settings, x.settings_sha256, x.input_hash, x.package_version,
    x.sources, x.qa_sha256, x.reward_function, x.complete
from rolloutdiff.audit as x;
-- expect:
--   'audit_id"1"' | 'analysis_id"2"' | '{"k": 1}' | 'settings_sha256"4"' | 'input_hash"5"' | 'package_version"6"' | '{"k": 1}' | NULL | NULL | true

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit (
    audit_id, analysis_id, settings, settings_sha256, input_hash, package_version, sources,
    qa_sha256, reward_function, complete
) values (
    'audit_id"1"', 'analysis_id"2"', '{"k": 1}', 'settings_sha256"4"', 'input_hash"5"',
    'package_version"6"', '{"k": 1}', null, null, true
);
-- call:
update rolloutdiff.audit set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?audit_id"?
-- call:
update rolloutdiff.audit set analysis_id = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?analysis_id"?
-- call:
update rolloutdiff.audit set settings = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?settings"?
-- call:
update rolloutdiff.audit set settings_sha256 = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?settings_sha256"?
-- call:
update rolloutdiff.audit set input_hash = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?input_hash"?
-- call:
update rolloutdiff.audit set package_version = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?package_version"?
-- call:
update rolloutdiff.audit set sources = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?sources"?
-- call:
update rolloutdiff.audit set complete = null;
-- fails: NOT NULL constraint failed: "?audit"?\."?complete"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit (
    audit_id, analysis_id, settings, settings_sha256, input_hash, package_version, sources,
    qa_sha256, reward_function, complete
) values (
    'audit_id"1"', 'analysis_id"2"', '{"k": 1}', 'settings_sha256"4"', 'input_hash"5"',
    'package_version"6"', '{"k": 1}', null, null, true
);
-- call:
update rolloutdiff.audit set settings = '{';
-- fails: [Mm]alformed JSON
-- call:
update rolloutdiff.audit set sources = '{';
-- fails: [Mm]alformed JSON
-- call:
update rolloutdiff.audit set complete = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
