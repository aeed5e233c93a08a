-- case: contents of the assistant, blocks of text among them, joined by line feeds
-- call:
select rolloutdiff.messages_response_v1('[
    {"role": "user", "content": "q"},
    {"role": "assistant", "content": "it''s"},
    {"role": "tool", "content": "t"},
    {"role": "assistant", "content": [{"type": "text", "text": "b"}, {"type": "image"}, "c"]},
    {"role": "assistant", "content": null}
]');
-- expect:
--   'it''s\nb\nc'

-- case: an empty text is a response, none is not
-- call:
select
    rolloutdiff.messages_response_v1('[{"role": "assistant", "content": ""}]'),
    rolloutdiff.messages_response_v1('[{"role": "user", "content": "q"}]'),
    rolloutdiff.messages_response_v1('[{"role": "assistant", "content": {"text": "x"}}]'),
    rolloutdiff.messages_response_v1('[]'),
    rolloutdiff.messages_response_v1('null'),
    rolloutdiff.messages_response_v1('7'),
    rolloutdiff.messages_response_v1(null);
-- expect:
--   '' | NULL | NULL | NULL | NULL | NULL | NULL

-- case: a JSON text is the response
-- call:
select rolloutdiff.messages_response_v1('"a \"b\""');
-- expect:
--   'a "b"'
