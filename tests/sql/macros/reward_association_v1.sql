-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_step select 'a', 'r', n, n, 2, 4 from range(1, 7) as t(n);
-- Baseline is step 1; the alert spans steps 4 and 5.
insert into rolloutdiff.series_point values ('a', 1, 'r', 1, 0.0, 0.1, 2, 4, 0, null), ('a', 2, 'r', 1, 0.0, 0.1, 2, 4, 0, null);
insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction) values
    ('a', 'r', 'z', 1, 'alert', 4, 5, 'rise'), ('a', 'r', 'z', 2, 'alert', 4, 5, 'rise');

-- case: differences inside prompt and step, averaged over groups, clustered by prompt
-- given:
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 4, 'p"', 1, 0), ('a', 2, 'r', 4, 'p"', 1, 0), ('a', 3, 'r', 4, 'p"', 1, 0),
    ('a', 10, 'r', 4, 'p"', 1, 0), ('a', 4, 'r', 5, 'q', 2, 1), ('a', 5, 'r', 5, 'q', 2, 1), ('a', 6, 'r', 5, 'o', 3, 1), ('a', 7, 'r', 6, 'q', 2, 1);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, reward, reward_parts, source_file, source_row)
values
    (1, 'r', 4, '1', 'p"', '', 1.0, map {'it''s': 1.0}, 'f', 1),
    (2, 'r', 4, '2', 'p"', '', 0.0, map {'it''s': 3.0}, 'f', 2),
    (3, 'r', 4, '3', 'p"', '', null, map {'it''s': 'inf'::double}, 'f', 3),
    (4, 'r', 5, '4', 'q', '', 0.5, map {'total': 9.0}, 'f', 4),
    (5, 'r', 5, '5', 'q', '', 0.25, null, 'f', 5),
    (10, 'r', 4, '10', 'p"', '', 0.5, null, 'f', 10),
    (6, 'r', 5, '6', 'o', '', 1.0, null, 'f', 6),
    (7, 'r', 6, '7', 'q', '', 9.0, null, 'f', 7);
insert into rolloutdiff.feature_count values (1, 1, 4, 5), (1, 10, 4, 1), (1, 4, 5, 1), (1, 6, 5, 1), (1, 7, 6, 1), (2, 1, 4, 10);
-- Total: p" gives 3/4 - 0, q gives 1/4, o shows it always; mean 1/2; the two deviations of 1/4 square to 1/8,
-- sqrt(1/8 * 2 / 1) / 2 groups. The part: one group, one prompt. The completion of step 6 lies outside.
-- call:
select * from rolloutdiff.reward_association_v1('a', 'z', 1, 0, 2) order by all;
-- expect:
--   'r' | 1 | 'reward:it''s' | 1 | 0 | 1 | -2.0 | NULL
--   'r' | 1 | 'reward:total' | 2 | 1 | 1 | 0.5 | 0.25

-- case: a margin takes in the steps around
-- given:
insert into rolloutdiff.analysis_rollout values ('a', 8, 'r', 6, 'q', 2, 1), ('a', 9, 'r', 6, 'q', 2, 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, source_file, source_row)
values (8, 'r', 6, '8', 'q', '', 0.1, 'f', 8), (9, 'r', 6, '9', 'q', '', 0.1, 'f', 9);
insert into rolloutdiff.feature_count values (1, 8, 6, 1);
-- call:
select * from rolloutdiff.reward_association_v1('a', 'z', 1, 1, 2);
-- expect:
--   'r' | 1 | 'reward:total' | 1 | 0 | 0 | 0.0 | NULL
-- call:
select * from rolloutdiff.reward_association_v1('a', 'z', 1, 0, 2);
-- expect: none

-- case: where all show it there is nothing to compare
-- given:
insert into rolloutdiff.analysis_rollout values ('a', 8, 'r', 5, 'q', 2, 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, source_file, source_row)
values (8, 'r', 5, '8', 'q', '', 0.5, 'f', 8);
insert into rolloutdiff.feature_count values (1, 8, 5, 1);
-- call:
select * from rolloutdiff.reward_association_v1('a', 'z', 1, 0, 2);
-- expect:
--   'r' | 1 | 'reward:total' | 0 | 1 | 0 | NULL | NULL
