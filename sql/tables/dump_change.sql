-- name: dump_change
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per change in the form of a dump, by sign: a special token, or a line at an end of the prompts.
-- params: none
-- returns: analysis_id: analysis; run: run; step: step from which on the texts have the other form; place: completions or prompts; sign: the token, first line or last line; feature_id: series that counts the sign, which no rule scores, NULL for prompts
-- requires: none
-- portable: yes
create table rolloutdiff.dump_change (
    analysis_id varchar not null,
    run varchar not null,
    step bigint not null,
    place varchar not null,
    sign varchar not null,
    feature_id integer
);
