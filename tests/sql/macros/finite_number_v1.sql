-- case: texts of numbers and booleans
-- call:
select t.text, rolloutdiff.finite_number_v1(t.text)
from (values (1, '1'), (2, '-2.5e3'), (3, 'true'), (4, 'FALSE'), (5, '.1'), (6, '-0')) as t(place, text)
order by t.place;
-- expect:
--   '1' | 1.0
--   '-2.5e3' | -2500.0
--   'true' | 1.0
--   'FALSE' | 0.0
--   '.1' | 0.1
--   '-0' | -0.0

-- case: what is no finite number is NULL
-- call:
select t.text, rolloutdiff.finite_number_v1(t.text)
from (
    values (1, 'nan'), (2, 'Infinity'), (3, '-inf'), (4, ''), (5, 'it''s 1'), (6, '1,5'), (7, '1e999'), (8, null)
) as t(place, text)
order by t.place;
-- expect:
--   'nan' | NULL
--   'Infinity' | NULL
--   '-inf' | NULL
--   '' | NULL
--   'it''s 1' | NULL
--   '1,5' | NULL
--   '1e999' | NULL
--   NULL | NULL
