-- name: audit
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per audit of an analysis: what was asked, of which columns, with which settings; complete is set last.
-- params: none
-- returns: audit_id: hash of analysis, settings, resolved columns and labelled rows; analysis_id: analysis whose features are audited; settings: settings as JSON; settings_sha256: hash of the settings; input_hash: hash over slice, reward, gold and log-probabilities of every rollout; package_version: version of the package; sources: where slice, gold and log-probabilities come from, as JSON; qa_sha256: hash of the labelled rows, NULL without; reward_function: reward function that was asked for interventions, NULL without; complete: false until every stage is done
-- requires: none
-- portable: yes
create table rolloutdiff.audit (
    audit_id varchar not null,
    analysis_id varchar not null,
    settings json not null,
    settings_sha256 varchar not null,
    input_hash varchar not null,
    package_version varchar not null,
    sources json not null,
    qa_sha256 varchar,
    reward_function varchar,
    complete boolean not null
);
