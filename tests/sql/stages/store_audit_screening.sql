-- given:
create temp table screened_premium (
    slice varchar, rule varchar, feature_id integer, status varchar, reason varchar, baseline_mean double, baseline_sd double,
    onset_step bigint, alert_step bigint, direction varchar, statistic double, threshold double, p_value double, e_value double,
    change double
);
insert into screened_premium values
    ('it''s', 'z', 2, 'quiet', null, 0.125, 0.25, null, null, null, 1.5, 3.0, 0.75, null, 0.0),
    ('it''s', 'z', 1, 'alert', null, 0.5, 0.0625, 4, 6, 'rise', 5.0, 3.5, 0.015625, 64.0, 1.75),
    ('it''s', 'y', null, 'unscorable', 'no_feature', null, null, null, null, null, null, null, null, null, null),
    ('all', 'z', 3, 'unscorable', 'short', null, null, null, null, null, null, null, null, null, null);
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, status) values ('other', 'r "1"', 'all', 'z', 'quiet');

-- case: verdicts are kept by slice, rule and feature; a slice without features has a row with the reason
-- run: store_audit_screening {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_premium_screening;
-- expect:
--   'other' | 'r "1"' | 'all' | 'z' | NULL | 'quiet' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'all' | 'z' | 3 | 'unscorable' | 'short' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'y' | NULL | 'unscorable' | 'no_feature' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'it''s' | 'z' | 1 | 'alert' | NULL | 0.5 | 0.0625 | 4 | 6 | 'rise' | 5.0 | 3.5 | 0.015625 | 64.0 | 1.75
--   'a' | 'r "1"' | 'it''s' | 'z' | 2 | 'quiet' | NULL | 0.125 | 0.25 | NULL | NULL | NULL | 1.5 | 3.0 | 0.75 | NULL | 0.0
