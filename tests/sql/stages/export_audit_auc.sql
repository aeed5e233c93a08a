-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values
    ('u', 't', 0.98765432, 10, 20, 0.9, 0.05, null),
    ('half', 't', 0.9, 10, 20, 0.9, 0.05, null),
    ('early', 't', 0.9, 10, 20, 0.9, 0.05, null);

-- case: rows of that audit as JSON, in the order of the report
-- run: export_audit_auc {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","truth_sha256":"t","auc":0.987654,"n_pos":10,"n_neg":20,"tpr":0.9,"fpr":0.05,"reason":null}'
-- run: export_audit_auc {"audit_id": "half"}
-- expect: none

-- case: by hash of the labels
-- given:
insert into rolloutdiff.audit_auc values ('u', 'z', null, 1, 0, 1.0, null, 'no_clean'), ('u', 'it''s', 0.5, 1, 1, 0.0, 0.0, null);
-- run: export_audit_auc {"audit_id": "u"}
-- expect:
--   '{"audit_id":"u","analysis_id":"a","truth_sha256":"it''s","auc":0.5,"n_pos":1,"n_neg":1,"tpr":0.0,"fpr":0.0,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","truth_sha256":"t","auc":0.987654,"n_pos":10,"n_neg":20,"tpr":0.9,"fpr":0.05,"reason":null}'
--   '{"audit_id":"u","analysis_id":"a","truth_sha256":"z","auc":null,"n_pos":1,"n_neg":0,"tpr":1.0,"fpr":null,"reason":"no_clean"}'
