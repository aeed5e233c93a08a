-- case: numbers, booleans, their texts, null and nothing are no fault
-- call:
select count(*), count(rolloutdiff.number_fault_v1(t.value::json))
from (
    values ('1'), ('-1.5e3'), ('true'), ('null'), (null), ('"1.5"'), ('"True"'), ('"false"'), ('"+7."'), ('".5e-3"'), ('"0"')
) as t(value);
-- expect:
--   11 | 0

-- case: everything else is named
-- call:
select t.value, rolloutdiff.number_fault_v1(t.value::json)
from (
    values
    (1, '{"a": 1}'), (2, '[1]'), (3, '"NaN"'), (4, '" 1"'), (5, '"01"'), (6, '"TRUE"'), (7, '""'), (8, '"it''s"'),
    (9, '"1\n"'), (10, '"."')
) as t(place, value)
order by t.place;
-- expect:
--   '{"a": 1}' | 'an object, not a number'
--   '[1]' | 'a list, not a number'
--   '"NaN"' | 'text, not a number'
--   '" 1"' | 'text, not a number'
--   '"01"' | 'text, not a number'
--   '"TRUE"' | 'text, not a number'
--   '""' | 'text, not a number'
--   '"it''s"' | 'text, not a number'
--   '"1\\n"' | 'text, not a number'
--   '"."' | 'text, not a number'
