-- case: contents of the assistant, blocks of text among them, turns parted by a line with U+001E
-- call:
select replace(rolloutdiff.messages_response_v2('[
    {"role": "user", "content": "q"},
    {"role": "assistant", "content": "it''s"},
    {"role": "tool", "content": "t"},
    {"role": "assistant", "content": [{"type": "text", "text": "b"}, {"type": "image"}, "c"]},
    {"role": "assistant", "content": null}
]'), chr(30), '␞');
-- expect:
--   'it''s\n␞\nb\nc'

-- case: an empty text is a response, none is not
-- call:
select
    rolloutdiff.messages_response_v2('[{"role": "assistant", "content": ""}]'),
    rolloutdiff.messages_response_v2('[{"role": "user", "content": "q"}]'),
    rolloutdiff.messages_response_v2('[{"role": "assistant", "content": {"text": "x"}}]'),
    rolloutdiff.messages_response_v2('[]'),
    rolloutdiff.messages_response_v2('null'),
    rolloutdiff.messages_response_v2('7'),
    rolloutdiff.messages_response_v2(null);
-- expect:
--   '' | NULL | NULL | NULL | NULL | NULL | NULL

-- case: a JSON text is the response
-- call:
select rolloutdiff.messages_response_v2('"a \"b\""');
-- expect:
--   'a "b"'

-- case: calls and reasoning in the order of the messages; what a tool says is not the model's
-- call:
select replace(rolloutdiff.messages_response_v2('[
    {"role": "assistant", "content": null, "reasoning_content": "hm",
     "tool_calls": [{"function": {"name": "f", "arguments": "{\"a\": 1}"}}]},
    {"role": "tool", "content": "t"},
    {"role": "assistant", "content": "b", "tool_calls": null}
]'), chr(30), '␞');
-- expect:
--   '<think>\nhm\n</think>\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>\n␞\nb'

-- case: blocks of reasoning, text and calls; calls listed beside their blocks count once
-- call:
select
    rolloutdiff.messages_response_v2('[{"role": "assistant", "content": [
        {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}, {"type": "tool_use", "name": "f", "input": {}}
    ]}]'),
    rolloutdiff.messages_response_v2('[{"role": "assistant",
        "content": [{"type": "tool_call", "tool_call": {"function": {"name": "f", "arguments": "{}"}}}],
        "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]
    }]'),
    rolloutdiff.messages_response_v2('[{"role": "assistant", "content": [{"type": "unparsed_tool_call", "raw_text": "<tool_call>{"}]}]');
-- expect:
--   '<think>\nhm\n</think>\na\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>' | '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>' | '<tool_call>{'

-- case: reasoning that the content holds already is not written twice
-- call:
select rolloutdiff.messages_response_v2('[{"role": "assistant", "content": "<think>hm</think>a", "reasoning": "hm"}]');
-- expect:
--   '<think>hm</think>a'
