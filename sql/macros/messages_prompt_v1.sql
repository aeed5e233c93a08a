-- name: messages_prompt_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Prompt of a conversation as text. One user message with text and nothing else is that text, so that it
--   equals the same prompt logged as plain text; anything else is the list of messages as JSON, keys of a message
--   sorted, members that are null left out. A prompt that is a JSON text is that text.
-- params: p_messages JSON: list of messages with role, content and whatever else the trainer logs
-- returns: VARCHAR: prompt text
-- requires: none
-- portable: no
create macro rolloutdiff.messages_prompt_v1(p_messages) as
    case
        when json_type(p_messages) = 'VARCHAR' then json_extract_string(p_messages, '$')
        when json_array_length(p_messages) = 1
            and json_extract_string(p_messages, '$[0].role') = 'user'
            and json_type(p_messages, '$[0].content') = 'VARCHAR'
            and len(list_filter(
                json_keys(p_messages, '$[0]'),
                lambda k: k not in ('role', 'content')
                    and json_type(p_messages, '/0/' || replace(replace(k, '~', '~0'), '/', '~1')) <> 'NULL'
            )) = 0
            then json_extract_string(p_messages, '$[0].content')
        when json_type(p_messages) = 'ARRAY' then
            -- Both patterns take a whole string literal or nothing of it, so that no text inside one is changed:
            -- the first drops members that are null, the second the comma left before a closing brace.
            regexp_replace(
                regexp_replace(
                    '[' || coalesce(array_to_string(
                        list_transform(
                            p_messages::json[],
                            lambda m: case
                                when json_type(m) <> 'OBJECT' then m::varchar
                                else '{' || coalesce(array_to_string(
                                    list_transform(
                                        list_sort(json_keys(m)),
                                        lambda k: to_json(k)::varchar || ':'
                                            || json_extract(m, '/' || replace(replace(k, '~', '~0'), '/', '~1'))::varchar
                                    ),
                                    ','
                                ), '') || '}'
                            end
                        ),
                        ','
                    ), '') || ']',
                    '("(?:[^"\\]|\\.)*"):null,?|("(?:[^"\\]|\\.)*")',
                    '\2',
                    'g'
                ),
                '("(?:[^"\\]|\\.)*")|,(})',
                '\1\2',
                'g'
            )
        when json_type(p_messages) <> 'NULL' then json_extract(p_messages, '$')::varchar
    end;
