-- name: analysis
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis: what was computed, from which input, with which settings and versions; complete is set last.
-- params: none
-- returns: analysis_id: hash of input, settings and versions; settings: settings as JSON; settings_sha256: hash of the settings; input_hash: hash over all rollouts analysed; package_version: version of the package; object_versions: SQL objects and hashes used, as JSON; profile: rule set that leads the report; reward_formula: weighted sum of reward columns; unscored: what was done with rollouts without a reward; complete: false until every stage is done
-- requires: none
-- portable: yes
create table rolloutdiff.analysis (
    analysis_id varchar not null,
    settings json not null,
    settings_sha256 varchar not null,
    input_hash varchar not null,
    package_version varchar not null,
    object_versions json not null,
    profile varchar not null,
    reward_formula varchar not null,
    unscored varchar not null,
    complete boolean not null
);
