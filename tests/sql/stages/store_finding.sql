-- given:
create temp table dump_finding (number bigint, run varchar, code varchar, severity varchar, count bigint, steps bigint[], message varchar);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row)
select x, 'r', x, x::varchar, 'p', '', 'f' || (30 - x) || '''s', 0 from range(1, 13) as t(x);
insert into rolloutdiff.analysis_run values ('a', 'r', 12, 12, 1, 12, 1, 12, 0, 0, 0, 'table'), ('b', 's', 1, 1, 5, 5, 1, 1, 0, 0, 0, 'table');

-- case: files of the steps concerned, by step; without a step of the dump none
-- given:
insert into dump_finding values
    (0, 'r', 'some', 'note', 7, [5, 2], 'It''s "x"'), (1, 'r', 'all', 'warning', 12, range(1, 13), 'm'), (2, 'r', 'gap', 'note', 1, [99], 'm'),
    (3, 's', 'other', 'note', 1, [2], 'm');
-- run: store_finding {"analysis_id": "a"}
-- call:
select i.code, i.severity, i.count, i.first_step, i.last_step, i.files, i.file_names[1:2], len(i.file_names), i.message from rolloutdiff.integrity as i;
-- expect:
--   'some' | 'note' | 7 | 2 | 5 | 2 | ['f28''s', 'f25''s'] | 2 | 'It''s "x"'
--   'all' | 'warning' | 12 | 1 | 12 | 12 | ['f29''s', 'f28''s'] | 10 | 'm'
--   'gap' | 'note' | 1 | 99 | 99 | NULL | NULL | NULL | 'm'
--   'other' | 'note' | 1 | 2 | 2 | NULL | NULL | NULL | 'm'
