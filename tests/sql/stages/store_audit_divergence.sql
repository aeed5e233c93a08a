-- given:
create temp table given_row (slice varchar, step bigint, prompt_no integer, reward double, gold double);

-- The first two steps are the baseline. Step 10: prompt 1 has means 1 and 2, prompt 2 has 5 and 10, so 3 and 6; the variances
-- of these means are 4 and 16, of their difference 4. Step 20: 1 and 4 with variances 1, 1 and 4. The baseline is 2 and 5,
-- with variances (4 + 1) / 4 = 1.25, (16 + 1) / 4 = 4.25 and, of the difference, (4 + 4) / 4 = 2.
-- case: means of prompts against the first steps
-- given:
insert into given_row values
    ('it''s', 40, 1, 6, 9), ('it''s', 40, 2, 6, 9),
    ('it''s', 10, 1, 1, 4), ('it''s', 10, 1, 2, 0), ('it''s', 10, 1, 0, 2), ('it''s', 10, 2, 5, 10),
    ('it''s', 20, 1, 0, 5), ('it''s', 20, 2, 2, 3),
    -- A rise by 4 beside one of gold by 1: more than 2 times 1.5, and 3 is more than 2 roots of 2. A completion without gold, and
    -- one without a reward, do not count. At step 40 gold rises as much.
    ('it''s', 30, 1, 5, 5), ('it''s', 30, 2, 7, 7), ('it''s', 30, 3, 100, null), ('it''s', 30, 1, null, 100),
    -- Just two standard errors are not enough: of the reward, 3 with 1.5; of the difference, 3 with 1.5.
    ('it''s', 50, 1, 4, 0), ('it''s', 50, 2, 6, 0),
    ('it''s', 60, 1, 6, 5.5), ('it''s', 60, 2, 6, 6.5),
    -- One prompt has no standard error.
    ('it''s', 70, 1, 9, 0);
insert into rolloutdiff.audit_rollout
select 'a', row_number() over (), 'r "1"', g.step, g.slice, g.prompt_no, 1, g.reward, g.gold, null, null, null from given_row as g;
-- Rows of another audit and run.
insert into rolloutdiff.audit_rollout values
    ('b', 1, 'r "1"', 10, 'it''s', 1, 1, 50, 50, null, null, null), ('a', 99, 'r', 10, 'it''s', 1, 1, 50, 50, null, null, null);
-- run: store_audit_divergence {"audit_id": "a", "run": "r \"1\"", "baseline_steps": 2}
-- call:
select * from rolloutdiff.audit_divergence;
-- expect:
--   'a' | 'r "1"' | 'it''s' | 10 | 3.0 | 6.0 | 0.7857142857142857 | 1.0 | 2.29128784747792 | 1.0 | 4.5 | 2.449489742783178 | false | 'baseline'
--   'a' | 'r "1"' | 'it''s' | 20 | 1.0 | 4.0 | -1.0 | -1.0 | 1.5 | -1.0 | 2.29128784747792 | 2.449489742783178 | false | 'baseline'
--   'a' | 'r "1"' | 'it''s' | 30 | 6.0 | 6.0 | 1.0 | 4.0 | 1.5 | 1.0 | 2.29128784747792 | 1.4142135623730951 | true | NULL
--   'a' | 'r "1"' | 'it''s' | 40 | 6.0 | 9.0 | NULL | 4.0 | 1.118033988749895 | 4.0 | 2.0615528128088303 | 1.4142135623730951 | false | NULL
--   'a' | 'r "1"' | 'it''s' | 50 | 5.0 | 0.0 | NULL | 3.0 | 1.5 | -5.0 | 2.0615528128088303 | 1.7320508075688772 | false | NULL
--   'a' | 'r "1"' | 'it''s' | 60 | 6.0 | 6.0 | NULL | 4.0 | 1.118033988749895 | 1.0 | 2.1213203435596424 | 1.5 | false | NULL
--   'a' | 'r "1"' | 'it''s' | 70 | 9.0 | 0.0 | NULL | 7.0 | NULL | -5.0 | NULL | NULL | false | 'single_prompt'

-- case: a rise beside gold that is as unsure as the difference is none
-- given:
-- Baseline 0 and 0 without spread. Step 3: the reward is 4 for both prompts; gold is 0 and 6, mean 3, variance 9.
insert into given_row values
    ('s', 1, 1, 0, 0), ('s', 1, 2, 0, 0), ('s', 2, 1, 0, 0), ('s', 2, 2, 0, 0), ('s', 3, 1, 4, 0), ('s', 3, 2, 4, 6);
insert into rolloutdiff.audit_rollout
select 'a', row_number() over (), 'r', g.step, g.slice, g.prompt_no, 1, g.reward, g.gold, null, null, null from given_row as g;
-- run: store_audit_divergence {"audit_id": "a", "run": "r", "baseline_steps": 2}
-- call:
select x.step, x.corr, x.dproxy, x.dproxy_se, x.dgold, x.dgold_se, x.dgap_se, x.diverging, x.reason from rolloutdiff.audit_divergence as x;
-- expect:
--   1 | NULL | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | false | 'baseline'
--   2 | NULL | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | false | 'baseline'
--   3 | NULL | 4.0 | 0.0 | 3.0 | 3.0 | 3.0 | false | NULL

-- case: without gold a step has its reward, in which prompts weigh alike, and a reason; slices do not mix
-- given:
insert into given_row values
    ('late', 1, 1, 8, null),
    -- The baseline is made of steps with gold of two prompts.
    ('late', 2, 1, 3, 2), ('late', 3, 1, 1, 1), ('late', 3, 2, 1, 1), ('late', 4, 1, 2, 1), ('late', 4, 2, 2, 1),
    ('bare', 1, 1, 0, null), ('bare', 1, 1, 2, null), ('bare', 1, 1, 4, null), ('bare', 1, 2, 8, null),
    -- Nothing is scored.
    ('unscored', 1, 1, null, 1);
insert into rolloutdiff.audit_rollout
select 'a', row_number() over (), 'r', g.step, g.slice, g.prompt_no, 1, g.reward, g.gold, null, null, null from given_row as g;
-- run: store_audit_divergence {"audit_id": "a", "run": "r", "baseline_steps": 1}
-- call:
select x.slice, x.step, x.proxy, x.gold, x.dproxy, x.dproxy_se, x.dgold, x.diverging, x.reason from rolloutdiff.audit_divergence as x;
-- expect:
--   'bare' | 1 | 5.0 | NULL | NULL | NULL | NULL | false | 'no_gold'
--   'late' | 1 | 8.0 | NULL | NULL | NULL | NULL | false | 'no_gold'
--   'late' | 2 | 3.0 | 2.0 | 2.0 | NULL | 1.0 | false | 'single_prompt'
--   'late' | 3 | 1.0 | 1.0 | 0.0 | 0.0 | 0.0 | false | 'baseline'
--   'late' | 4 | 2.0 | 1.0 | 1.0 | 0.0 | 0.0 | true | NULL

-- case: fewer steps than the baseline needs are compared with nothing
-- given:
insert into given_row values ('s', 1, 1, 0, 0), ('s', 1, 2, 2, 2), ('s', 2, 1, 9, 9);
insert into rolloutdiff.audit_rollout
select 'a', row_number() over (), 'r', g.step, g.slice, g.prompt_no, 1, g.reward, g.gold, null, null, null from given_row as g;
-- run: store_audit_divergence {"audit_id": "a", "run": "r", "baseline_steps": 2}
-- call:
select x.step, x.proxy, x.gold, x.corr, x.dproxy, x.dproxy_se, x.dgold, x.dgap_se, x.diverging, x.reason from rolloutdiff.audit_divergence as x;
-- expect:
--   1 | 1.0 | 1.0 | 1.0 | NULL | NULL | NULL | NULL | false | 'short_run'
--   2 | 9.0 | 9.0 | NULL | NULL | NULL | NULL | NULL | false | 'single_prompt'

-- case: two slices at the same steps
-- given:
-- In u, of three prompts: baseline 1 and 1 with variances 1 and 1, of the difference 0; then 7 and 1 with 1, 0 and 1. In v: 2 and 1
-- with 0, 1 and 1; then 2 and 4 without spread. What has no gold makes no correlation.
insert into given_row values
    ('v', 1, 1, 2, 0), ('v', 1, 2, 2, 3), ('v', 1, 3, 2, 0), ('v', 1, 4, 9, null), ('v', 1, 5, 0, null),
    ('v', 2, 1, 2, 4), ('v', 2, 2, 2, 4), ('v', 2, 3, 2, 4),
    ('u', 1, 1, 0, 0), ('u', 1, 2, 0, 0), ('u', 1, 3, 3, 3), ('u', 2, 1, 6, 1), ('u', 2, 2, 6, 1), ('u', 2, 3, 9, 1);
insert into rolloutdiff.audit_rollout
select 'a', row_number() over (), 'r', g.step, g.slice, g.prompt_no, 1, g.reward, g.gold, null, null, null from given_row as g;
-- run: store_audit_divergence {"audit_id": "a", "run": "r", "baseline_steps": 1}
-- call:
select * exclude (audit_id, run) from rolloutdiff.audit_divergence;
-- expect:
--   'u' | 1 | 1.0 | 1.0 | 1.0 | 0.0 | 1.4142135623730951 | 0.0 | 1.4142135623730951 | 0.0 | false | 'baseline'
--   'u' | 2 | 7.0 | 1.0 | NULL | 6.0 | 1.4142135623730951 | 0.0 | 1.0 | 1.0 | true | NULL
--   'v' | 1 | 2.0 | 1.0 | NULL | 0.0 | 0.0 | 0.0 | 1.4142135623730951 | 1.4142135623730951 | false | 'baseline'
--   'v' | 2 | 2.0 | 4.0 | NULL | 0.0 | 0.0 | 3.0 | 1.0 | 1.0 | false | NULL
