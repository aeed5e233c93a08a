-- name: messages_response_v2
-- kind: macro
-- version: 2
-- since: 0.1.0
-- summary: What the model wrote in a conversation, in its order: for every assistant message its reasoning between
--   thinking tags, its content (of a content made of blocks the texts) and its tool calls, joined by line feeds. A line
--   with U+001E alone stands between two messages. NULL when there is none. A response that is a JSON text is that text.
-- params: p_messages JSON: list of messages with role, content and whatever else the trainer logs
-- returns: VARCHAR: response text or NULL
-- requires: messages_call_v1
-- portable: no
create macro rolloutdiff.messages_response_v2(p_messages) as
    case
        when json_type(p_messages) = 'VARCHAR' then json_extract_string(p_messages, '$')
        -- the usual case needs no list: one message of the model that is its content
        when json_array_length(p_messages) = 1
            and list_has_all(['role', 'content'], json_keys(p_messages, '$[0]'))
            and json_extract_string(p_messages, '$[0].role') = 'assistant'
            and json_type(p_messages, '$[0].content') = 'VARCHAR'
            then json_extract_string(p_messages, '$[0].content')
        when json_type(p_messages) = 'ARRAY' then
            list_aggregate(
                list_filter(
                    list_transform(
                        list_filter(
                            p_messages::json[],
                            lambda m: json_extract_string(m, '$.role') = 'assistant'
                        ),
                        lambda m: list_aggregate(
                            list_filter(
                                list_concat(
                                    -- reasoning that the content does not hold already
                                    list_slice(
                                        list_transform(
                                            list_filter(
                                                ['reasoning_content', 'reasoning', 'thinking'],
                                                lambda k: json_type(m, '$.' || k) = 'VARCHAR'
                                                    and json_extract_string(m, '$.' || k) <> ''
                                                    and not contains(coalesce(json_extract_string(m, '$.content'), ''), '</think')
                                            ),
                                            lambda k: '<think>' || chr(10) || json_extract_string(m, '$.' || k) || chr(10)
                                                || '</think>'
                                        ),
                                        1,
                                        1
                                    ),
                                    [
                                        case json_type(m, '$.content')
                                            when 'VARCHAR' then json_extract_string(m, '$.content')
                                            when 'ARRAY' then list_aggregate(
                                                list_filter(
                                                    list_transform(
                                                        json_extract(m, '$.content')::json[],
                                                        lambda b: case
                                                            when json_type(b) = 'VARCHAR' then json_extract_string(b, '$')
                                                            when json_type(b, '$.thinking') = 'VARCHAR'
                                                                then '<think>' || chr(10)
                                                                    || json_extract_string(b, '$.thinking') || chr(10)
                                                                    || '</think>'
                                                            else coalesce(
                                                                json_extract_string(b, '$.text'),
                                                                json_extract_string(b, '$.raw_text')
                                                            )
                                                        end
                                                    ),
                                                    lambda t: t is not null
                                                ),
                                                'string_agg',
                                                chr(10)
                                            )
                                        end
                                    ],
                                    -- calls: the member that lists them, else the blocks that hold them
                                    list_transform(
                                        coalesce(
                                            case
                                                when json_type(m, '$.tool_calls') = 'ARRAY'
                                                    then json_extract(m, '$.tool_calls')::json[]
                                            end,
                                            case
                                                when json_type(m, '$.content') = 'ARRAY' then list_transform(
                                                    json_extract(m, '$.content')::json[],
                                                    lambda b: case json_extract_string(b, '$.type')
                                                        when 'tool_call' then json_extract(b, '$.tool_call')
                                                        when 'tool_use' then b
                                                    end
                                                )
                                            end,
                                            []::json[]
                                        ),
                                        lambda c: rolloutdiff.messages_call_v1(c)
                                    )
                                ),
                                lambda t: t is not null
                            ),
                            'string_agg',
                            chr(10)
                        )
                    ),
                    lambda t: t is not null
                ),
                'string_agg',
                -- the end of a turn, see rolloutdiff.features.turns
                chr(10) || chr(30) || chr(10)
            )
    end;
