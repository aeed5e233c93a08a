-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_ope values
    ('u', 'r', 'balanced', 'target_logprob', 200, 0.40000049, 0.45, 23.456789, 0.05, 0.01, 0.09, null, null, 'improved', null),
    ('u', 'r', 'x', 'target_logprob', 0, null, null, null, null, null, null, null, null, null, 'no_gold'),
    ('half', 'r', 'x', 'target_logprob', 1, 0.4, 0.45, 23, 0.05, 0.01, 0.09, null, null, 'improved', null),
    ('early', 'r', 'x', 'target_logprob', 1, 0.4, 0.45, 23, 0.05, 0.01, 0.09, null, null, 'improved', null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_ope {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"balanced","target":"target_logprob","n":200,"ref_mean":0.4,"snips":0.45,"ess":23.4568,"gain":0.05,"ci_lo":0.01,"ci_hi":0.09,"direct":null,"residual_adjusted":null,"verdict":"improved","reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","target":"target_logprob","n":0,"ref_mean":null,"snips":null,"ess":null,"gain":null,"ci_lo":null,"ci_hi":null,"direct":null,"residual_adjusted":null,"verdict":null,"reason":"no_gold"}'
-- run: export_audit_ope {"audit_id": "half"}
-- expect: none

-- case: by run and slice
-- given:
delete from rolloutdiff.audit_ope;
insert into rolloutdiff.audit_ope (audit_id, run, slice, target, n) values
    ('u', 's', 'it''s', 't', 1), ('u', 'r', 'x', 't', 2), ('u', 'r', 'it''s', 't', 3);
-- run: export_audit_ope {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"it''s","target":"t","n":3,"ref_mean":null,"snips":null,"ess":null,"gain":null,"ci_lo":null,"ci_hi":null,"direct":null,"residual_adjusted":null,"verdict":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","target":"t","n":2,"ref_mean":null,"snips":null,"ess":null,"gain":null,"ci_lo":null,"ci_hi":null,"direct":null,"residual_adjusted":null,"verdict":null,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"s","slice":"it''s","target":"t","n":1,"ref_mean":null,"snips":null,"ess":null,"gain":null,"ci_lo":null,"ci_hi":null,"direct":null,"residual_adjusted":null,"verdict":null,"reason":null}'
