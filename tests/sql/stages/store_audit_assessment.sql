-- given:
create temp table assessed_row (
    place integer, slice varchar, flag boolean, marker varchar, marker_shift double, kl double, ess double, gain double,
    basis varchar, ship boolean, issues varchar[]
);
insert into assessed_row values
    (2, 'balanced', true, null, null, null, 12.0, 0.125, 'off_policy', false, ['it''s: marker_rises', 'gain']),
    (0, 'x', false, null, null, null, null, null, null, true, []),
    (1, 'it''s', true, 'lex:a & lex:b', 0.5, 0.25, 12.0, 0.125, 'off_policy', false, ['it''s: marker_rises']);
insert into rolloutdiff.audit_run_assessment (audit_id, run, slice, flag, ship, issues) values ('other', 'r "1"', 'x', false, true, []);

-- case: slices keep the order they came in, the run last; nothing against a slice is an empty list
-- run: store_audit_assessment {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_run_assessment;
-- expect:
--   'other' | 'r "1"' | 'x' | false | NULL | NULL | NULL | NULL | NULL | NULL | true | []
--   'a' | 'r "1"' | 'x' | false | NULL | NULL | NULL | NULL | NULL | NULL | true | []
--   'a' | 'r "1"' | 'it''s' | true | 'lex:a & lex:b' | 0.5 | 0.25 | 12.0 | 0.125 | 'off_policy' | false | ['it''s: marker_rises']
--   'a' | 'r "1"' | 'balanced' | true | NULL | NULL | NULL | 12.0 | 0.125 | 'off_policy' | false | ['it''s: marker_rises', 'gain']
