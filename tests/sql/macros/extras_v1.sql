-- case: an absent value goes, a JSON null stays
-- call:
select rolloutdiff.extras_v1(['it''s "a"', 'b', 'c'], ['1'::json, null, 'null'::json])::varchar;
-- expect:
--   '{"it''s \\"a\\"":1,"c":null}'

-- case: without a value there is no object
-- call:
select rolloutdiff.extras_v1(['a', 'b'], [null::json, null::json]), rolloutdiff.extras_v1([], []::json[]);
-- expect:
--   NULL | NULL

-- case: values keep their type and order
-- call:
select rolloutdiff.extras_v1(['z', 'a', 'm'], ['"1"'::json, '[1.50, {}]'::json, 'false'::json])::varchar;
-- expect:
--   '{"z":"1","a":[1.5,{}],"m":false}'
