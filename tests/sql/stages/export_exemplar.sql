-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 3, '1', 'p', 'secret', 'secret', 0.5, 'f', 0), (2, 'r', 1, '2', 'p', 'secret', 'secret', null, 'f', 1);
insert into rolloutdiff.exemplar values ('a', 'r', 1, 1, 'exemplar', 1, 1), ('a', 'r', 1, 1, 'before', 1, 2);

-- case: rows of one analysis in the order of the report
-- run: export_exemplar {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:it''s","role":"before","step":1,"prompt_id":"p","sample_id":"2","source_file":"f","source_row":1,"place":1,"reward":null}'
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:it''s","role":"exemplar","step":3,"prompt_id":"p","sample_id":"1","source_file":"f","source_row":0,"place":1,"reward":0.5}'
-- run: export_exemplar {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:h26cbd1df239a","role":"before","step":1,"prompt_id":"p","sample_id":"2","source_file":"f","source_row":1,"place":1,"reward":null}'
--   '{"analysis_id":"a","run":"r","event_rank":1,"feature":"lex:h26cbd1df239a","role":"exemplar","step":3,"prompt_id":"p","sample_id":"1","source_file":"f","source_row":0,"place":1,"reward":0.5}'

-- case: nothing of an analysis that is not complete
-- run: export_exemplar {"analysis_id": "half", "hash_features": true}
-- expect: none
