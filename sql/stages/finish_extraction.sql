-- name: finish_extraction
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Lets go of the lists of texts to read.
-- params: none
-- returns: none
-- requires: none
-- portable: no
drop table repeated_text;

drop table fresh_text;
