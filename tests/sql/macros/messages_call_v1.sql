-- case: arguments in a string of JSON are taken out of it; objects stay as they are
-- call:
select rolloutdiff.messages_call_v1(t.call::json)
from (
    values
    (1, '{"type": "function", "function": {"name": "it''s", "arguments": "{\"a\": \"x\\ny\"}"}}'),
    (2, '{"function": {"name": "f", "arguments": {"a":1}}}'),
    (3, '{"name": "f", "arguments": {"a":1}}'),
    (4, '{"type": "tool_use", "name": "f", "input": {"b":2}}'),
    (5, '{"name": "f"}')
) as t(place, call)
order by t.place;
-- expect:
--   '<tool_call>\n{"name": "it''s", "arguments": {"a": "x\\ny"}}\n</tool_call>'
--   '<tool_call>\n{"name": "f", "arguments": {"a":1}}\n</tool_call>'
--   '<tool_call>\n{"name": "f", "arguments": {"a":1}}\n</tool_call>'
--   '<tool_call>\n{"name": "f", "arguments": {"b":2}}\n</tool_call>'
--   '<tool_call>\n{"name": "f", "arguments": null}\n</tool_call>'

-- case: arguments that are no JSON stay a string; no name is no call
-- call:
select
    rolloutdiff.messages_call_v1('{"function": {"name": "f", "arguments": "{\"a\": "}}'),
    rolloutdiff.messages_call_v1('{"id": "x"}'),
    rolloutdiff.messages_call_v1('null'),
    rolloutdiff.messages_call_v1(null);
-- expect:
--   '<tool_call>\n{"name": "f", "arguments": "{\\"a\\": "}\n</tool_call>' | NULL | NULL | NULL
