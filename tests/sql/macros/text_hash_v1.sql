-- case: half of the MD5 of the MD5s; a text that is absent is another than an empty one
-- call:
select
    rolloutdiff.text_hash_v1('it''s', 'a', '{"k":1}'),
    rolloutdiff.text_hash_v1('it''s', null, null),
    rolloutdiff.text_hash_v1('it''s', null, null) = rolloutdiff.text_hash_v1('it''s', '', null),
    rolloutdiff.text_hash_v1('a', 'b', null) = rolloutdiff.text_hash_v1('b', 'a', null);
-- expect:
--   17738742306095734480 | 17255364271243589663 | false | false
