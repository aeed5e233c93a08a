-- name: extraction
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per rollout: parse outcome, prose outside code, and the sparse list of structural and shape counts.
-- params: none
-- returns: rollout_id: rollout; extractor: version of the extraction; status: parse outcome of the whole answer; prose: text outside code fences and thinking; feature: names of the features with a count above zero, sorted; count: their counts, same order
-- requires: none
-- portable: yes
create table rolloutdiff.extraction (
    rollout_id bigint not null,
    extractor varchar not null,
    status varchar not null,
    prose varchar,
    feature varchar[] not null,
    count integer[] not null
);
