-- given:
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'custom:c', 'size', 2, 1, 'fixed', 0),
    (3, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0);
-- Baseline steps 1 and 2 with prompts p and q"; step 3 between; onset 4 and alert 5 with prompts p and o.
insert into rolloutdiff.analysis_step select 'a', 'r', n, n, 2, 2 from range(1, 6) as t(n);
insert into rolloutdiff.analysis_rollout
select 'a', 10 * n, 'r', n, 'p', 1, 0 from range(1, 6) as t(n)
union all
select 'a', 10 * n + 1, 'r', n, case when n < 4 then 'q"' else 'o' end, case when n < 4 then 3 else 2 end, 1 from range(1, 6) as t(n);

-- case: what the shared prompts show is the same, the rest the mix
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, onset_step, alert_step, direction)
values ('a', 'r', 'z', 1, 'alert', 0.0, 4, 5, 'rise'), ('a', 'r', 'z', 3, 'alert', 0.0, 4, 5, 'rise');
-- Prompt p shows it in step 4 only, o in both; step 3 is in no window.
insert into rolloutdiff.feature_count values (1, 40, 4, 7), (1, 41, 4, 1), (1, 51, 5, 1), (1, 31, 3, 1);
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 1, 0.0, 0.0, 2, 2, 0, null), ('a', 1, 'r', 2, 0.0, 0.0, 2, 2, 0, null), ('a', 1, 'r', 3, 0.5, 0.5, 2, 2, 1, null),
    ('a', 1, 'r', 4, 1.0, 0.0, 2, 2, 2, null), ('a', 1, 'r', 5, 0.5, 0.5, 2, 2, 1, null),
    ('a', 3, 'r', 1, 0.0, 0.0, 2, 2, 0, null), ('a', 3, 'r', 4, 1.0, 0.0, 2, 2, 2, null);
-- Whole: (1 + 1/2) / 2 - 0. Same: p from 0 to 1/2. The reward is no feature of a text.
-- call:
select * from rolloutdiff.prompt_shift_v1('a', 'z', 2, 2);
-- expect:
--   'r' | 1 | 0.75 | 0.5 | 0.25 | 1 | 2 | 2 | 2 | 0

-- case: sizes are divided by their scale; a step of the alert that cannot be scored gives no mean
-- given:
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, onset_step, alert_step, direction)
values ('a', 'r', 'z', 2, 'alert', 1.0, 4, 5, 'rise');
-- p has 2 in the baseline steps and 4 in the alert steps; q" has 2 in step 2; o has 6 in step 4.
insert into rolloutdiff.feature_count values
    (2, 10, 1, 4), (2, 20, 2, 4), (2, 21, 2, 4), (2, 40, 4, 8), (2, 50, 5, 8), (2, 41, 4, 12);
insert into rolloutdiff.series_point values
    ('a', 2, 'r', 1, 1.0, 1.0, 2, 2, 1, null), ('a', 2, 'r', 2, 2.0, 0.0, 2, 2, 2, null),
    ('a', 2, 'r', 4, 5.0, 1.0, 2, 2, 2, null), ('a', 2, 'r', 5, 2.0, null, 1, 2, 1, null);
-- call:
select * from rolloutdiff.prompt_shift_v1('a', 'z', 2, 2);
-- expect:
--   'r' | 2 | 4.0 | 2.0 | 2.0 | 1 | 2 | 2 | 2 | 2

-- case: without a shared prompt only the whole is known
-- given:
delete from rolloutdiff.analysis_rollout where prompt_id = 'p' and step > 3;
insert into rolloutdiff.screening
    (analysis_id, run, rule, feature_id, status, baseline_mean, onset_step, alert_step, direction)
values ('a', 'r', 'z', 1, 'alert', 0.25, 4, 5, 'rise');
insert into rolloutdiff.feature_count values (1, 41, 4, 1);
insert into rolloutdiff.series_point values
    ('a', 1, 'r', 1, 0.0, null, 1, 2, 0, null), ('a', 1, 'r', 2, 0.5, null, 1, 2, 0, null),
    ('a', 1, 'r', 4, 1.0, null, 1, 1, 1, null), ('a', 1, 'r', 5, 0.0, null, 1, 1, 0, null);
-- call:
select * from rolloutdiff.prompt_shift_v1('a', 'z', 2, 1);
-- expect:
--   'r' | 1 | 0.25 | NULL | NULL | 0 | 1 | 1 | 2 | 0
