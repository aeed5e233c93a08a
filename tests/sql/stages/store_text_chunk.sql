-- given:
create temp table text_extraction (text_hash uhugeint not null, status varchar not null, prose varchar, feature varchar[] not null, count integer[] not null);
create temp table extracted_chunk (text_hash varchar, status varchar, prose varchar, feature varchar[], count integer[]);

-- case: hashes come as text
-- given:
insert into extracted_chunk values
    ('340282366920938463463374607431768211455', 'ok', 'it''s', ['ast:a', 'shape:b'], [1, 2]), ('7', 'no_code', null, [], []);
-- run: store_text_chunk
-- call:
select text_hash::varchar, status, prose, feature, count from text_extraction;
-- expect:
--   '340282366920938463463374607431768211455' | 'ok' | 'it''s' | ['ast:a', 'shape:b'] | [1, 2]
--   '7' | 'no_code' | NULL | [] | []

-- case: an extraction has a status
-- given:
insert into extracted_chunk values ('7', null, null, [], []);
-- run: store_text_chunk
-- fails: NOT NULL constraint failed: text_extraction\.status
