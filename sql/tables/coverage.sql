-- name: coverage
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per analysis, run, optional column and step: rollouts that have a value of it.
-- params: none
-- returns: analysis_id: analysis; run: run; column_name: column of the dump as it is kept: reward, response, a reward part, a key of the extras or an optional column; step: training step; filled: rollouts of the step with a value
-- requires: none
-- portable: yes
create table rolloutdiff.coverage (
    analysis_id varchar not null,
    run varchar not null,
    column_name varchar not null,
    step bigint not null,
    filled bigint not null
);
