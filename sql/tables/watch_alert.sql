-- name: watch_alert
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per alert that watch has told of, so that it tells of it once; an alert that shows the same completions as one told is told with it.
-- params: none
-- returns: run: run; rule: rule and version; feature: name with its tier; direction: rise or fall; onset_step: first step of the change, as it was told; alert_step: step at which the rule was met; last_step: last step of the run when it was told
-- requires: none
-- portable: yes
create table rolloutdiff.watch_alert (
    run varchar not null,
    rule varchar not null,
    feature varchar not null,
    direction varchar not null,
    onset_step bigint not null,
    alert_step bigint not null,
    last_step bigint not null
);
