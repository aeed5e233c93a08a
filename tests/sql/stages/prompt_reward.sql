-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0), (2, 'a', 'reward', 'continuous', 'reward:it''s', 'reward', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 2, 'p', 1, 0), ('a', 4, 'r', 2, 'q', 2, 1), ('a', 5, 's', 2, 'q', 1, 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, reward_parts, source_file, source_row) values
    (1, 'r', 1, '1', 'p', '', 1.0, map {'it''s': 2.0, 'unknown': 1.0}, 'f', 1), (2, 'r', 1, '2', 'p', '', 0.0, map {'it''s': 'inf'::double}, 'f', 2),
    (3, 'r', 2, '3', 'p', '', 2.0, map {'it''s': 4.0}, 'f', 3), (4, 'r', 2, '4', 'q', '', null, map {'it''s': null}, 'f', 4), (5, 's', 2, '5', 'q', '', 9.0, null, 'f', 5);

-- case: means inside a prompt, summed over steps; a prompt without a finite value has none
-- run: prompt_reward {"analysis_id": "a", "run": "r"}
-- expect:
--   1 | 1 | 2.5
--   2 | 1 | 6.0
