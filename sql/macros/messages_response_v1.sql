-- name: messages_response_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: What the model wrote in a conversation: the contents of the assistant messages, and of a content made of
--   blocks the text blocks, joined by line feeds. NULL when there is none. A response that is a JSON text is that text.
-- params: p_messages JSON: list of messages with role and content
-- returns: VARCHAR: response text or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.messages_response_v1(p_messages) as
    case
        when json_type(p_messages) = 'VARCHAR' then json_extract_string(p_messages, '$')
        when json_type(p_messages) = 'ARRAY' then
            list_aggregate(
                list_filter(
                    list_transform(
                        list_filter(
                            p_messages::json[],
                            lambda m: json_extract_string(m, '$.role') = 'assistant'
                        ),
                        lambda m: case json_type(m, '$.content')
                            when 'VARCHAR' then json_extract_string(m, '$.content')
                            when 'ARRAY' then list_aggregate(
                                list_filter(
                                    list_transform(
                                        json_extract(m, '$.content')::json[],
                                        lambda b: case json_type(b)
                                            when 'VARCHAR' then json_extract_string(b, '$')
                                            else json_extract_string(b, '$.text')
                                        end
                                    ),
                                    lambda t: t is not null
                                ),
                                'string_agg',
                                chr(10)
                            )
                        end
                    ),
                    lambda t: t is not null
                ),
                'string_agg',
                chr(10)
            )
    end;
