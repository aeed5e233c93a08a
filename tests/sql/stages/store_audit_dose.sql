-- given:
create temp table dose_feature (slice varchar, span varchar, outcome varchar, feature_id integer, first_step bigint, last_step bigint);
create temp table audit_excess (
    run varchar, slice varchar, outcome varchar, step bigint, prompt_no integer, group_no integer, rollout_id bigint,
    value double, excess double, samples bigint
);
-- Six completions of one group at step 3; completions 7 and 8 stand at steps 2 and 4.
insert into audit_excess
select 'r "1"', 'it''s', 'reward', 3, 1, 1, n, 9.0, [-0.5, 0.25, 0.5, 1.0, -0.25, -1.0][n], 6 from range(1, 7) as t(n);
insert into audit_excess values
    ('r "1"', 'it''s', 'reward', 2, 1, 2, 7, 9.0, 4.0, 2), ('r "1"', 'it''s', 'reward', 4, 1, 3, 8, 9.0, -4.0, 2);
insert into rolloutdiff.feature_count values
    (7, 3, 3, 1), (7, 4, 3, 8), (7, 5, 3, 11), (7, 6, 3, 7), (7, 7, 2, 1), (7, 8, 4, 8), (5, 1, 3, 2), (5, 3, 3, 2);

-- case: completions are put together by count; 8 stands for 8 and more, and 0 for those without the feature
-- given:
insert into dose_feature values ('it''s', 'run', 'reward', 7, 3, 3);
-- Doses of 1 to 6: 0, 0, 1, 8, 11, 7.
-- run: store_audit_dose {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_dose;
-- expect:
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 7 | 0 | 2 | -0.125
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 7 | 1 | 1 | 0.5
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 7 | 7 | 1 | -1.0
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 7 | 8 | 2 | 0.375

-- case: first and last step are included, each span for itself
-- given:
insert into dose_feature values ('it''s', 'run', 'reward', 7, 2, 4), ('it''s', 'onset', 'reward', 7, 4, 9);
-- run: store_audit_dose {"audit_id": "a", "run": "r \"1\""}
-- call:
select x.span, x.dose, x.n, x.mean_excess from rolloutdiff.audit_dose as x;
-- expect:
--   'onset' | 8 | 1 | -4.0
--   'run' | 0 | 2 | -0.125
--   'run' | 1 | 2 | 2.25
--   'run' | 7 | 1 | -1.0
--   'run' | 8 | 3 | -1.0833333333333333

-- case: another slice, outcome or run has its own completions
-- given:
insert into dose_feature values ('it''s', 'run', 'gap', 5, 3, 3), ('all', 'run', 'reward', 5, 3, 3), ('none', 'run', 'reward', 5, 3, 3),
    ('it''s', 'run', 'reward', 5, 3, 3), ('it''s', 'run', 'gap', 7, 3, 3);
insert into audit_excess values
    ('r "1"', 'it''s', 'gap', 3, 1, 1, 1, 9.0, 0.75, 2), ('r "1"', 'it''s', 'gap', 3, 1, 1, 2, 9.0, -0.75, 2),
    ('r "1"', 'all', 'reward', 3, 1, 4, 11, 9.0, 0.0, 2), ('r "1"', 'all', 'reward', 3, 1, 4, 12, 9.0, 0.0, 2),
    ('r', 'it''s', 'gap', 3, 1, 1, 21, 9.0, 0.5, 2), ('r', 'all', 'reward', 3, 1, 1, 22, 9.0, 0.5, 2);
-- run: store_audit_dose {"audit_id": "a", "run": "r \"1\""}
-- call:
select x.slice, x.outcome, x.feature_id, x.dose, x.n, x.mean_excess from rolloutdiff.audit_dose as x;
-- expect:
--   'all' | 'reward' | 5 | 0 | 2 | 0.0
--   'it''s' | 'gap' | 5 | 0 | 1 | -0.75
--   'it''s' | 'gap' | 5 | 2 | 1 | 0.75
--   'it''s' | 'gap' | 7 | 0 | 2 | 0.0
--   'it''s' | 'reward' | 5 | 0 | 4 | 0.0
--   'it''s' | 'reward' | 5 | 2 | 2 | 0.0

-- case: what is stored stays, and without a feature to look at nothing is added
-- given:
insert into rolloutdiff.audit_dose values ('other', 'r "1"', 'it''s', 'run', 'reward', 7, 0, 1, 0.0);
-- run: store_audit_dose {"audit_id": "a", "run": "r \"1\""}
-- call:
select x.audit_id from rolloutdiff.audit_dose as x;
-- expect:
--   'other'
