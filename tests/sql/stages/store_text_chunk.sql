-- given:
create temp table extracted_chunk (rollout_id bigint, status varchar, prose varchar, feature varchar[], count integer[]);

-- case: in their order
-- given:
insert into extracted_chunk values (2, 'ok', 'it''s', ['ast:a', 'shape:b'], [1, 2]), (3, 'no_code', null, [], []);
-- run: store_text_chunk {"extractor": "x2"}
-- call:
select * from rolloutdiff.extraction;
-- expect:
--   2 | 'x2' | 'ok' | 'it''s' | ['ast:a', 'shape:b'] | [1, 2]
--   3 | 'x2' | 'no_code' | NULL | [] | []

-- case: an extraction has a status
-- given:
insert into extracted_chunk values (7, null, null, [], []);
-- run: store_text_chunk {"extractor": "x2"}
-- fails: NOT NULL constraint failed: extraction\.status
