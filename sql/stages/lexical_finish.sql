-- name: lexical_finish
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Drops the temporary tables of the lexical stages.
-- params: none
-- returns: none
-- requires: none
-- portable: yes
drop table lexical_chunk;

drop table lexical_member;

drop table lexical_cell;

drop table lexical_sequence;

drop table lexical_word;

drop table lexical_term;
