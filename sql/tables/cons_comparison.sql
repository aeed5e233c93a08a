-- name: cons_comparison
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per comparison of a training dump with a rollout dump.
-- params: none
-- returns: comparison_id: hash of dumps, mapping, settings and versions; run: run the dumps belong to, or NULL; step: training step, or NULL; profile: strict or compat; automatic_mapping: whether modules were paired by name; mapping_sha256: hash of the mapping, NULL without one; ok: largest relative difference that is ok, NULL when it follows the type; warn: largest relative difference that is warn; eps: smallest denominator; package_version: version of the package
-- requires: none
-- portable: yes
create table rolloutdiff.cons_comparison (
    comparison_id varchar not null,
    run varchar,
    step bigint,
    profile varchar not null,
    automatic_mapping boolean not null,
    mapping_sha256 varchar,
    ok double,
    warn double not null,
    eps double not null,
    package_version varchar not null
);
