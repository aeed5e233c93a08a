-- name: words_found
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The words that lexical_read found, by place.
-- params: none
-- returns: chunk, place, words
-- requires: none
-- portable: no
select t.chunk, t.place, t.words
from lexical_text as t
order by t.place;
