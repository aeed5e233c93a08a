-- given:
create temp table staged_line (line_id bigint, line varchar, fault_text varchar, valid boolean, repaired boolean, fault varchar);
create temp table staged_repair (line_id bigint, line varchar, repaired boolean, fault varchar);
insert into staged_line values (1, 'it''s torn', null, false, false, null), (2, 'half', null, false, false, null), (3, 'good', null, true, false, null);
insert into staged_repair values (1, null, false, 'no JSON'), (2, 'whole', true, null);

-- case: a repaired line, one that cannot be read with what it was, and one that was not marked
-- run: read_repairs
-- call:
select * from staged_line order by line_id;
-- expect:
--   1 | NULL | 'it''s torn' | false | false | 'no JSON'
--   2 | 'whole' | NULL | true | true | NULL
--   3 | 'good' | NULL | true | false | NULL
