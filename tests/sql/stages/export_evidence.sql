-- given:
insert into rolloutdiff.analysis values
    ('a', '{"z": 1}', 's', 'i', '0.1.0', '["x"]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 4),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0);
insert into rolloutdiff.evidence
    (analysis_id, run, rule, feature_id, status, replication, reward_association, groups_used, reward_part_association, reason)
values ('a', 'r', 'z', 1, 'alert', true, -0.5, 4, map {'it''s': 0.25}, 'persistence=few_later_steps');

-- case: rows of one analysis in the order of the report
-- run: export_evidence {"analysis_id": "a", "hash_features": false}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","feature":"lex:it''s","tier":"lexical","status":"alert","replication":true,"window_corroborated":null,"persistence":null,"reward_association":-0.5,"reward_association_se":null,"same_prompt_shift":null,"prompt_mix_shift":null,"prompt_breadth":null,"half_onset_a":null,"half_onset_b":null,"groups_used":4,"groups_skipped":null,"reward_part_association":{"it''s":0.25},"baseline_prompts_showing":null,"reason":"persistence=few_later_steps","later_steps":null,"beyond_steps":null,"split_step":null,"split_p_value":null,"whole_shift":null,"alert_prompts":null,"alert_prompts_showing":null,"baseline_prompts":null,"unscored_skipped":null}'
-- run: export_evidence {"analysis_id": "a", "hash_features": true}
-- expect:
--   '{"analysis_id":"a","run":"r","rule":"z","feature":"lex:h26cbd1df239a","tier":"lexical","status":"alert","replication":true,"window_corroborated":null,"persistence":null,"reward_association":-0.5,"reward_association_se":null,"same_prompt_shift":null,"prompt_mix_shift":null,"prompt_breadth":null,"half_onset_a":null,"half_onset_b":null,"groups_used":4,"groups_skipped":null,"reward_part_association":{"it''s":0.25},"baseline_prompts_showing":null,"reason":"persistence=few_later_steps","later_steps":null,"beyond_steps":null,"split_step":null,"split_p_value":null,"whole_shift":null,"alert_prompts":null,"alert_prompts_showing":null,"baseline_prompts":null,"unscored_skipped":null}'

-- case: nothing of an analysis that is not complete
-- run: export_evidence {"analysis_id": "half", "hash_features": true}
-- expect: none
