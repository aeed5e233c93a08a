-- case: one integer in several forms
-- call:
select t.text, rolloutdiff.whole_number_v1(t.text)
from (values (1, '7'), (2, '7.0'), (3, '+7'), (4, '-0.000'), (5, '7.'), (6, '999999999999999999')) as t(place, text)
order by t.place;
-- expect:
--   '7' | 7
--   '7.0' | 7
--   '+7' | 7
--   '-0.000' | 0
--   '7.' | 7
--   '999999999999999999' | 999999999999999999

-- case: what is none is NULL
-- call:
select count(*), count(rolloutdiff.whole_number_v1(t.text))
from (
    values ('7.5'), ('7e0'), (' 7'), (''), ('it''s'), ('nan'), ('0x7'), ('1000000000000000000'), ('.0'), (null)
) as t(text);
-- expect:
--   10 | 0
