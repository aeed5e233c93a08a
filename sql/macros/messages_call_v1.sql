-- name: messages_call_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: A tool call as a model writes it into its text: a line with <tool_call>, one with name and arguments as JSON,
--   one with </tool_call>. Arguments that are JSON in a string are taken out of the string. NULL when the call names
--   no function.
-- params: p_call JSON: call with a function, or with name and arguments (or input) itself
-- returns: VARCHAR: text of the call or NULL
-- requires: none
-- portable: no
create macro rolloutdiff.messages_call_v1(p_call) as
    '<tool_call>' || chr(10) || '{"name": '
    || coalesce(json_extract(p_call, '$.function.name'), json_extract(p_call, '$.name'))::varchar
    || ', "arguments": '
    || coalesce(
        case
            when json_valid(json_extract_string(p_call, '$.function.arguments'))
                then json_extract_string(p_call, '$.function.arguments')
        end,
        json_extract(p_call, '$.function.arguments')::varchar,
        case
            when json_valid(json_extract_string(p_call, '$.arguments')) then json_extract_string(p_call, '$.arguments')
        end,
        json_extract(p_call, '$.arguments')::varchar,
        json_extract(p_call, '$.input')::varchar,
        'null'
    )
    || '}' || chr(10) || '</tool_call>';
