-- given:
create temp table lexical_text as select * from (values (0, 9, 'b'), (0, 7, 'it s')) as t(chunk, place, words);

-- case: in order of place
-- run: words_found
-- expect:
--   0 | 7 | 'it s'
--   0 | 9 | 'b'
