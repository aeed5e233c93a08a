-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_divergence values
    ('u', 'r', 'x', 9, 0.75000049, 0.25, 0.1234567, 0.5, 0.1, 0.0, 0.2, 0.15, true, null),
    ('u', 'r', 'y', 9, 0.75, null, null, null, null, null, null, null, false, 'no_gold'),
    ('half', 'r', 'x', 9, 0.75, 0.25, 0.1, 0.5, 0.1, 0.0, 0.2, 0.15, true, null),
    ('early', 'r', 'x', 9, 0.75, 0.25, 0.1, 0.5, 0.1, 0.0, 0.2, 0.15, true, null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_divergence {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","step":9,"proxy":0.75,"gold":0.25,"corr":0.123457,"dproxy":0.5,"dproxy_se":0.1,"dgold":0.0,"dgold_se":0.2,"dgap_se":0.15,"diverging":true,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"y","step":9,"proxy":0.75,"gold":null,"corr":null,"dproxy":null,"dproxy_se":null,"dgold":null,"dgold_se":null,"dgap_se":null,"diverging":false,"reason":"no_gold"}'
-- run: export_audit_divergence {"audit_id": "half"}
-- expect: none

-- case: by run, slice and step
-- given:
delete from rolloutdiff.audit_divergence;
insert into rolloutdiff.audit_divergence (audit_id, run, slice, step, diverging) values
    ('u', 's', 'it''s', 1, true), ('u', 'r', 'x', 10, false), ('u', 'r', 'x', 9, false), ('u', 'r', 'it''s', 11, false);
-- run: export_audit_divergence {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"it''s","step":11,"proxy":null,"gold":null,"corr":null,"dproxy":null,"dproxy_se":null,"dgold":null,"dgold_se":null,"dgap_se":null,"diverging":false,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","step":9,"proxy":null,"gold":null,"corr":null,"dproxy":null,"dproxy_se":null,"dgold":null,"dgold_se":null,"dgap_se":null,"diverging":false,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"r","slice":"x","step":10,"proxy":null,"gold":null,"corr":null,"dproxy":null,"dproxy_se":null,"dgold":null,"dgold_se":null,"dgap_se":null,"diverging":false,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","run":"s","slice":"it''s","step":1,"proxy":null,"gold":null,"corr":null,"dproxy":null,"dproxy_se":null,"dgold":null,"dgold_se":null,"dgap_se":null,"diverging":true,"reason":null}'
