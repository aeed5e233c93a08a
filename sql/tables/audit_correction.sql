-- name: audit_correction
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice and term: what has to be taken off the reward per occurrence.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; place: order in which terms were found, from 1; span: steps that were used: run (all), onset (from the onset of a premium) or qa (labelled rows); kind: single, cooc or adj, NULL where there is no term; feature_id: feature; the first of the two of a cooc; other_id: second feature of a cooc, else NULL; premium: coefficient, in the unit of the reward; reason: why there is no term
-- requires: none
-- portable: yes
create table rolloutdiff.audit_correction (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    place integer not null,
    span varchar not null,
    kind varchar,
    feature_id integer,
    other_id integer,
    premium double,
    reason varchar
);
