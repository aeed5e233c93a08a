-- given:
create temp table premium_row (
    slice varchar, span varchar, outcome varchar, kind varchar, feature_id integer, other_id integer, support_rollouts bigint,
    support_prompts bigint, raw_premium double, premium double, se double, t double, crit double, lower double, placebo_p double,
    effect_rm double, strength double, status varchar, shadow_of integer, reason varchar
);
insert into premium_row values
    ('it''s', 'run', 'reward', 'adj', 9, null, 1, 1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('it''s', 'run', 'reward', 'cooc', 1, 3, 2, 2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('it''s', 'onset', 'reward', 'single', 8, null, 3, 3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('it''s', 'run', 'gap', 'single', 7, null, 4, 4, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('it''s', 'run', 'reward', 'single', 2, null, 40, 12, 0.5, 0.375, 0.0625, 6.0, 4.0, 0.125, 0.001953125, 0.25, 0.1875, 'paid', null, null),
    ('it''s', 'run', 'reward', 'single', 1, null, 39, 11, null, null, null, null, null, null, null, null, null, 'none', 2, 'shadow'),
    ('it''s', 'run', 'reward', 'cooc', 1, 2, 9, 4, -0.5, -0.5, 0.25, -2.0, 3.0, 0.0, 1.0, null, 0.0, 'none', null, null),
    ('it''s', 'onset', 'gap', 'single', null, null, null, null, null, null, null, null, null, null, null, null, null, 'none', null, 'no_onset'),
    ('all', 'run', 'reward', 'adj', 5, null, 8, 3, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.5, null, 0.0, 'none', null, null);
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, status) values
    ('other', 'r "1"', 'all', 'run', 'reward', 'single', 'paid');

-- case: rows are kept by slice, span, outcome, kind and features, one without figures with its reason
-- run: store_audit_premium {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_premium;
-- expect:
--   'other' | 'r "1"' | 'all' | 'run' | 'reward' | 'single' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'paid' | NULL | NULL
--   'a' | 'r "1"' | 'all' | 'run' | 'reward' | 'adj' | 5 | NULL | 8 | 3 | 1.0 | 1.0 | 1.0 | 1.0 | 1.0 | 0.0 | 0.5 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'onset' | 'gap' | 'single' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'none' | NULL | 'no_onset'
--   'a' | 'r "1"' | 'it''s' | 'onset' | 'reward' | 'single' | 8 | NULL | 3 | 3 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'gap' | 'single' | 7 | NULL | 4 | 4 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 'adj' | 9 | NULL | 1 | 1 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 'cooc' | 1 | 2 | 9 | 4 | -0.5 | -0.5 | 0.25 | -2.0 | 3.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 'cooc' | 1 | 3 | 2 | 2 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 1.0 | NULL | 0.0 | 'none' | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 'single' | 1 | NULL | 39 | 11 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'none' | 2 | 'shadow'
--   'a' | 'r "1"' | 'it''s' | 'run' | 'reward' | 'single' | 2 | NULL | 40 | 12 | 0.5 | 0.375 | 0.0625 | 6.0 | 4.0 | 0.125 | 0.001953125 | 0.25 | 0.1875 | 'paid' | NULL | NULL
