-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0), (2, 'a', 'mismatch', 'continuous', 'mismatch:is_mean', 'ratio', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'p', 1, 0), ('a', 3, 'it''s', 2, 'p', 1, 0), ('a', 4, 'it''s', 2, 'q', 2, 1), ('a', 5, 's', 2, 'q', 1, 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, mismatch) values
    (1, 'it''s', 1, '1', 'p', '', 'f', 1, map {'kl': 2.0, 'other': 1.0}), (2, 'it''s', 1, '2', 'p', '', 'f', 2, map {'kl': 1.0, 'is_mean': 'inf'::double}),
    (3, 'it''s', 2, '3', 'p', '', 'f', 3, map {'kl': -4.0, 'is_mean': 1.0}), (4, 'it''s', 2, '4', 'q', '', 'f', 4, map {'kl': null}), (5, 's', 2, '5', 'q', '', 'f', 5, map {'kl': 9.0});

-- case: means inside a prompt, summed over steps; a prompt without a finite value has none
-- run: prompt_mismatch {"analysis_id": "a", "run": "it's"}
-- expect:
--   1 | 1 | -2.5
--   2 | 1 | 1.0
