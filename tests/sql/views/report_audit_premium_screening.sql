-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (3, 'a', 'lexical', 'binary', 'lex:go on', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_premium_screening values
    ('u', 'r', 'x', 'anchored_seq_v1', 1, 'alert', null, 0.01234567, 0.05, 25, 27, 'rise', 9.87654321, 5.2983174, 0.0000514, 19458.12341, 1.4123456),
    ('u', 'r', 'x', 'frozen_z_v1', 1, 'unscorable', 'short_run', null, null, null, null, null, null, null, null, null, null),
    ('half', 'r', 'x', 'frozen_z_v1', 1, 'quiet', null, null, null, null, null, null, null, null, null, null, null),
    ('early', 'r', 'x', 'frozen_z_v1', 1, 'quiet', null, null, null, null, null, null, null, null, null, null, null);

-- case: verdicts of complete audits, rounded
-- call:
select * from rolloutdiff.report_audit_premium_screening as s order by s.rule;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 'anchored_seq_v1' | 'lex:go' | 'alert' | NULL | 0.012346 | 0.05 | 25 | 27 | 'rise' | 9.8765 | 5.2983 | 5.1e-05 | 19458.1234 | 1.412346
--   'u' | 'a' | 'r' | 'x' | 'frozen_z_v1' | 'lex:go' | 'unscorable' | 'short_run' | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL

-- case: a slice without a feature to follow keeps its reason; the spread of the baseline is rounded
-- given:
delete from rolloutdiff.audit_premium_screening;
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, feature_id, status, reason, baseline_sd) values
    ('u', 'r', 'it''s', 'z', null, 'unscorable', 'no_feature', null), ('u', 'r', 'x', 'z', 1, 'quiet', null, 0.12345649);
-- call:
select r.slice, r.feature, r.status, r.reason, r.baseline_sd from rolloutdiff.report_audit_premium_screening as r order by r.slice;
-- expect:
--   'it''s' | NULL | 'unscorable' | 'no_feature' | NULL
--   'x' | 'lex:go' | 'quiet' | NULL | 0.123456
