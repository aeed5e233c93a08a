-- case: a row is kept as it is
-- call:
insert into rolloutdiff.analysis (
    analysis_id, settings, settings_sha256, input_hash, package_version, object_versions, profile,
    reward_formula, unscored, complete
) values (
    'a''1', '{"z": 1}', '5e', '00f', '0.1.0', '["x"]', 'calibrated', '0.5*"a b" + c', 'keep', false
);
-- call:
select
    x.analysis_id, x.settings, x.settings_sha256, x.input_hash, x.package_version, x.object_versions,
    x.profile, x.reward_formula, x.unscored, x.complete
from rolloutdiff.analysis as x;
-- expect:
--   'a''1' | '{"z": 1}' | '5e' | '00f' | '0.1.0' | '["x"]' | 'calibrated' | '0.5*"a b" + c' | 'keep' | false

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.analysis (
    analysis_id, settings, settings_sha256, input_hash, package_version, object_versions, profile,
    reward_formula, unscored, complete
) values (
    'a''1', '{"z": 1}', '5e', '00f', '0.1.0', '["x"]', 'calibrated', '0.5*"a b" + c', 'keep', false
);
-- call:
update rolloutdiff.analysis set analysis_id = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?analysis_id"?
-- call:
update rolloutdiff.analysis set settings = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?settings"?
-- call:
update rolloutdiff.analysis set settings_sha256 = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?settings_sha256"?
-- call:
update rolloutdiff.analysis set input_hash = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?input_hash"?
-- call:
update rolloutdiff.analysis set package_version = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?package_version"?
-- call:
update rolloutdiff.analysis set object_versions = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?object_versions"?
-- call:
update rolloutdiff.analysis set profile = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?profile"?
-- call:
update rolloutdiff.analysis set reward_formula = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?reward_formula"?
-- call:
update rolloutdiff.analysis set unscored = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?unscored"?
-- call:
update rolloutdiff.analysis set complete = null;
-- fails: NOT NULL constraint failed: "?analysis"?\."?complete"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.analysis (
    analysis_id, settings, settings_sha256, input_hash, package_version, object_versions, profile,
    reward_formula, unscored, complete
) values (
    'a''1', '{"z": 1}', '5e', '00f', '0.1.0', '["x"]', 'calibrated', '0.5*"a b" + c', 'keep', false
);
-- call:
update rolloutdiff.analysis set settings = '{';
-- fails: Malformed JSON
-- call:
update rolloutdiff.analysis set object_versions = '{';
-- fails: Malformed JSON
-- call:
update rolloutdiff.analysis set complete = 'perhaps';
-- fails: Could not convert string 'perhaps' to BOOL
