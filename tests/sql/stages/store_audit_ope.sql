-- given:
create temp table valued_row (
    place integer, slice varchar, target varchar, n bigint, ref_mean double, snips double, ess double, gain double, ci_lo double,
    ci_hi double, direct double, residual_adjusted double, verdict varchar, reason varchar
);
insert into valued_row values
    (2, 'balanced', 'target_logprob', 24, null, null, null, null, null, null, null, null, null, 'no_logprobs'),
    (1, 'it''s', 'target_logprob', 0, null, null, null, null, null, null, null, null, null, 'no_logprobs'),
    (0, 'x', 'target_logprob', 24, 0.5, 0.75, 12.5, 0.25, -0.125, 0.625, 0.6875, 0.71875, 'inconclusive', null);
insert into rolloutdiff.audit_ope (audit_id, run, slice, target, n) values ('other', 'r "1"', 'x', 't', 1);

-- case: slices keep the order they came in, the mean last
-- run: store_audit_ope {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_ope;
-- expect:
--   'other' | 'r "1"' | 'x' | 't' | 1 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'x' | 'target_logprob' | 24 | 0.5 | 0.75 | 12.5 | 0.25 | -0.125 | 0.625 | 0.6875 | 0.71875 | 'inconclusive' | NULL
--   'a' | 'r "1"' | 'it''s' | 'target_logprob' | 0 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'no_logprobs'
--   'a' | 'r "1"' | 'balanced' | 'target_logprob' | 24 | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | NULL | 'no_logprobs'
