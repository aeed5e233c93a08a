-- case: one plain assistant message holds nothing more than its text
-- call:
select
    rolloutdiff.messages_kept_v1('[{"role": "assistant", "content": "it''s"}]'),
    rolloutdiff.messages_kept_v1('[{"role": "assistant", "content": "a", "name": null}]');
-- expect:
--   NULL | NULL

-- case: further members, other roles, several messages and contents that are no text are kept
-- call:
select rolloutdiff.messages_kept_v1(t.messages::json)::varchar
from (
    values
    (1, '[{"role":"assistant","content":"a","tool/~x":1}]'),
    (2, '[{"role":"user","content":"a"}]'),
    (3, '[{"role":"assistant","content":"a"},{"role":"assistant","content":"b"}]'),
    (4, '[{"role":"assistant","content":["a"]}]'),
    (5, '[{"role":"assistant"}]'),
    (6, '[]')
) as t(place, messages)
order by t.place;
-- expect:
--   '[{"role":"assistant","content":"a","tool/~x":1}]'
--   '[{"role":"user","content":"a"}]'
--   '[{"role":"assistant","content":"a"},{"role":"assistant","content":"b"}]'
--   '[{"role":"assistant","content":["a"]}]'
--   '[{"role":"assistant"}]'
--   '[]'

-- case: what is no list is no conversation
-- call:
select rolloutdiff.messages_kept_v1('"a"'), rolloutdiff.messages_kept_v1('null'), rolloutdiff.messages_kept_v1(null);
-- expect:
--   NULL | NULL | NULL
