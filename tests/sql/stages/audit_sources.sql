-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, split, reward_parts, extras, source_file, source_row, slice, gold, logprob)
values
    (1, 'r', 1, 's1', 'p1', 'say', 'go', 2.0, 'train', map {'g': 1.0}, '{"family": "x", "ok": true, "a.b": 3}', 'f', 0, 'one', 4.0, -1.5),
    (2, 'r', 1, 's2', 'p1', 'say', 'go on', null, 'train', map {'g': 0.0}, '{"family": 7, "ok": false, "a.b": "nan"}', 'f', 1, null, null, null),
    (3, 'r', 2, 's3', 'p2', 'tell', null, 1.0, null, null, null, 'f', 2, 'two', 0.5, -2.5),
    (4, 'r', 2, 's4', 'p2', 'tell', 'no', 1.0, null, null, null, 'f', 3, 'two', 0.5, -2.5);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p1', 1, 0), ('a', 2, 'r', 1, 'p1', 1, 0), ('a', 3, 'r', 2, 'p2', 2, 0);

-- case: columns, reward parts and keys of extras of the analysed rollouts, with how many have a value
-- run: audit_sources {"analysis_id": "a"}
-- expect:
--   'column' | 'gold' | 2
--   'column' | 'logprob' | 2
--   'column' | 'ref_logprob' | 0
--   'column' | 'slice' | 2
--   'column' | 'split' | 2
--   'column' | 'target_logprob' | 0
--   'extra' | 'a.b' | 2
--   'extra' | 'family' | 2
--   'extra' | 'ok' | 2
--   'part' | 'g' | 2

-- case: a name without a value is known, and filled nowhere; rollouts of another analysis do not count
-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, reward_parts, extras) values
    (5, 'r', 3, 's5', 'p', 'q', 'f', 4, map {'g': null, 'it''s': 0.0}, '{"ok": null, "only": null, "a.b": {"x": null}, "empty": ""}'),
    (6, 'r', 3, 's6', 'p', 'q', 'f', 5, map {}, '{}');
insert into rolloutdiff.analysis_rollout values ('b', 5, 'r', 3, 'p', 1, 0), ('b', 6, 'r', 3, 'p', 1, 0), ('c', 1, 'r', 1, 'p1', 1, 0);
-- run: audit_sources {"analysis_id": "b"}
-- expect:
--   'column' | 'gold' | 0
--   'column' | 'logprob' | 0
--   'column' | 'ref_logprob' | 0
--   'column' | 'slice' | 0
--   'column' | 'split' | 0
--   'column' | 'target_logprob' | 0
--   'extra' | 'a.b' | 1
--   'extra' | 'empty' | 1
--   'extra' | 'ok' | 0
--   'extra' | 'only' | 0
--   'part' | 'g' | 0
--   'part' | 'it''s' | 1
