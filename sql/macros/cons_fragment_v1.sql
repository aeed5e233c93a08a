-- name: cons_fragment_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: The last two parts of a module key without prefix, layer and call: which kind of module it is, whatever the layer.
-- params: p_key VARCHAR: module key
-- returns: VARCHAR: such as linear_fc2.TERowParallelLinear
-- requires: none
-- portable: no
create macro rolloutdiff.cons_fragment_v1(p_key) as
    array_to_string(
        list_filter(
            string_split(
                regexp_replace(
                    regexp_replace(
                        regexp_replace(p_key, '^(Module\.model\.|Module\.module\.module\.|Module\.module\.)', ''),
                        '(^|\.)layers\.[0-9]+\.',
                        '.',
                        'g'
                    ),
                    '(\.(forward|backward)\.[0-9]+)+$',
                    ''
                ),
                '.'
            ),
            lambda part_: part_ <> ''
        )[-2:],
        '.'
    );
