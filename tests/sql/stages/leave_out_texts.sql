-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, extras, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'it''s', 'a', '{"k":1}', 'f', 0), (2, 'r', 1, '2', 'p', 'it''s', null, null, 'f', 1), (3, 'r', 1, '3', 'p', null, null, null, 'f', 2),
    (4, 's', 1, '4', 'p', 'b', 'c', '{}', 'g', 0);
insert into rolloutdiff.text_reference values (3, 7);

-- case: texts and other columns go and a hash stays; one that is left out already keeps its hash, and another run its texts
-- run: leave_out_texts {"runs": ["r", "it's"]}
-- call:
select r.rollout_id, r.prompt, r.response, r.extras, r.sample_id, t.text_hash
from rolloutdiff.rollout as r
left join rolloutdiff.text_reference as t on t.rollout_id = r.rollout_id
order by r.rollout_id;
-- expect:
--   1 | NULL | NULL | NULL | '1' | 17738742306095734480
--   2 | NULL | NULL | NULL | '2' | 17255364271243589663
--   3 | NULL | NULL | NULL | '3' | 7
--   4 | 'b' | 'c' | '{}' | '4' | NULL
