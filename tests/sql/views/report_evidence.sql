-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.evidence (
    analysis_id, run, rule, feature_id, status, replication, window_corroborated, persistence, reward_association,
    reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth, half_onset_a, half_onset_b, groups_used,
    groups_skipped, reward_part_association, baseline_prompts_showing, later_steps, beyond_steps, split_step, split_p_value,
    whole_shift, alert_prompts, alert_prompts_showing, baseline_prompts, unscored_skipped, reason
) values
    (
        'a', 'run "x"', 'z', 1, 'alert', true, false, 0.33333333, 0.12345678, 0.0000004, -0.5000004, 0.25, 0.66666667, 9, 11, 5,
        2, map {'it''s': 0.123456789, 'none': null}, 1, 3, 1, 10, 0.0000049, -0.25, 3, 2, 4, 6, null
    ),
    (
        'a', 'run "x"', 'z', 2, 'quiet', null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null, null, null, null, null, null, null, null, 'persistence=no_alert'
    ),
    (
        'half', 'r', 'z', 3, 'quiet', null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null, null, null, null, null, null, null, null, null
    );

-- case: figures to six decimals, those of the reward parts in full; what is missing has its reason
-- call:
select * from rolloutdiff.report_evidence order by feature;
-- expect:
--   'a' | 'run "x"' | 'z' | 'lex:it''s' | 'lexical' | 'alert' | true | false | 0.333333 | 0.123457 | 0.0 | -0.5 | 0.25 | 0.666667 | 9 | 11 | 5 | 2 | {'it''s': 0.123456789, 'none': NULL} | 1 | NULL | 3 | 1 | 10 | 5e-06 | -0.25 | 3 | 2 | 4 | 6
--   'a' | 'run "x"' | 'z' | 'shape:chars' | 'shape' | 'quiet' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'persistence=no_alert' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
