-- name: messages_kept_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: The messages of a response when the response text alone does not hold them all: more than one message,
--   another role, a content that is not text, or further members. NULL when one plain assistant message is all there is.
-- params: p_messages JSON: list of messages with role and content
-- returns: JSON: the same list or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.messages_kept_v1(p_messages) as
    case
        when json_type(p_messages) = 'ARRAY' and not coalesce(
            json_array_length(p_messages) = 1
            and json_extract_string(p_messages, '$[0].role') = 'assistant'
            and json_type(p_messages, '$[0].content') = 'VARCHAR'
            and len(list_filter(
                json_keys(p_messages, '$[0]'),
                lambda k: k not in ('role', 'content')
                    and json_type(p_messages, '/0/' || replace(replace(k, '~', '~0'), '/', '~1')) <> 'NULL'
            )) = 0,
            false
        ) then p_messages
    end;
