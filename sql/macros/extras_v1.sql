-- name: extras_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: JSON object of names and values; a name whose value is absent (SQL NULL) is left out, a JSON null is kept.
-- params: p_names VARCHAR[]: distinct names; p_values JSON[]: one value per name
-- returns: JSON: object, or NULL when no value is present
-- requires: none
-- portable: no
create macro rolloutdiff.extras_v1(p_names, p_values) as
    case
        when len(list_filter(p_values, lambda x: x is not null)) > 0 then
            to_json(map_from_entries(list_filter(
                list_transform(p_names, lambda n, i: {'name': n, 'value': p_values[i]}),
                lambda e: e.value is not null
            )))
    end;
