-- case: one user message is its text
-- call:
select
    rolloutdiff.messages_prompt_v1('[{"role": "user", "content": "it''s\nhere"}]'),
    rolloutdiff.messages_prompt_v1('[{"content": "", "role": "user", "name": null}]'),
    rolloutdiff.messages_prompt_v1('"plain"');
-- expect:
--   'it''s\nhere' | '' | 'plain'

-- case: other conversations are JSON with sorted keys
-- call:
select rolloutdiff.messages_prompt_v1(t.messages::json)
from (
    values
    (1, '[{"role":"system","content":"a"},{"role":"user","content":"b"}]'),
    (2, '[{"role":"user","name":"n","content":"x"}]'),
    (3, '[{"role":"assistant","content":"x"}]'),
    (4, '[]'),
    (5, '{"a":1}')
) as t(place, messages)
order by t.place;
-- expect:
--   '[{"content":"a","role":"system"},{"content":"b","role":"user"}]'
--   '[{"content":"x","name":"n","role":"user"}]'
--   '[{"content":"x","role":"assistant"}]'
--   '[]'
--   '{"a":1}'

-- case: members that are null go, texts that look like such members stay
-- call:
select rolloutdiff.messages_prompt_v1('[{"z":null,"role":"user","a":null},{"role":"tool","content":"\"a\":null,}"}]');
-- expect:
--   '[{"role":"user"},{"content":"\\"a\\":null,}","role":"tool"}]'

-- case: no prompt
-- call:
select rolloutdiff.messages_prompt_v1('null'), rolloutdiff.messages_prompt_v1(null);
-- expect:
--   NULL | NULL
