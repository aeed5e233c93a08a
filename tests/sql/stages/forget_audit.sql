-- given:
insert into rolloutdiff.audit values ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values ('u', 't', 1, 1, 1, 1, 0, null);
insert into rolloutdiff.audit_corrected_reward values ('u', 1, 'r', 'x', 1, 1);
insert into rolloutdiff.audit_correction values ('u', 'r', 'x', 1, 'run', null, null, null, null, 'none');
insert into rolloutdiff.audit_divergence values ('u', 'r', 'x', 1, null, null, null, null, null, null, null, null, false, null);
insert into rolloutdiff.audit_dose values ('u', 'r', 'x', 'run', 'reward', 1, 0, 1, 0);
insert into rolloutdiff.audit_ope values ('u', 'r', 'x', 't', 0, null, null, null, null, null, null, null, null, null, 'no_gold');
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, status) values ('u', 'r', 'x', 'run', 'reward', 'single', 'none');
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, status) values ('u', 'r', 'x', 'frozen_z_v1', 'quiet');
insert into rolloutdiff.audit_premium_series values ('u', 'r', 'x', 1, 1, 0, null, null, 1, 1);
insert into rolloutdiff.audit_rollout values ('u', 1, 'r', 1, 'x', 1, 1, null, null, null, null, null);
insert into rolloutdiff.audit_run_assessment values ('u', 'r', 'x', false, null, null, null, null, null, null, true, []);
insert into rolloutdiff.audit_slice_risk values ('u', 'r', 'x', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, null);
insert into rolloutdiff.audit values ('v', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.audit_auc values ('v', 't', 1, 1, 1, 1, 0, null);
insert into rolloutdiff.audit_corrected_reward values ('v', 1, 'r', 'x', 1, 1);
insert into rolloutdiff.audit_correction values ('v', 'r', 'x', 1, 'run', null, null, null, null, 'none');
insert into rolloutdiff.audit_divergence values ('v', 'r', 'x', 1, null, null, null, null, null, null, null, null, false, null);
insert into rolloutdiff.audit_dose values ('v', 'r', 'x', 'run', 'reward', 1, 0, 1, 0);
insert into rolloutdiff.audit_ope values ('v', 'r', 'x', 't', 0, null, null, null, null, null, null, null, null, null, 'no_gold');
insert into rolloutdiff.audit_premium (audit_id, run, slice, span, outcome, kind, status) values ('v', 'r', 'x', 'run', 'reward', 'single', 'none');
insert into rolloutdiff.audit_premium_screening (audit_id, run, slice, rule, status) values ('v', 'r', 'x', 'frozen_z_v1', 'quiet');
insert into rolloutdiff.audit_premium_series values ('v', 'r', 'x', 1, 1, 0, null, null, 1, 1);
insert into rolloutdiff.audit_rollout values ('v', 1, 'r', 1, 'x', 1, 1, null, null, null, null, null);
insert into rolloutdiff.audit_run_assessment values ('v', 'r', 'x', false, null, null, null, null, null, null, true, []);
insert into rolloutdiff.audit_slice_risk values ('v', 'r', 'x', 'run', 'reward', 0, 0, null, null, null, false, 'none', null, null, null, null, true, null);

-- case: every row of that audit, and no other
-- run: forget_audit {"audit_id": "u"}
-- call:
select 'audit' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit as t
union all
select 'audit_auc' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_auc as t
union all
select 'audit_corrected_reward' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_corrected_reward as t
union all
select 'audit_correction' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_correction as t
union all
select 'audit_divergence' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_divergence as t
union all
select 'audit_dose' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_dose as t
union all
select 'audit_ope' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_ope as t
union all
select 'audit_premium' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_premium as t
union all
select 'audit_premium_screening' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_premium_screening as t
union all
select 'audit_premium_series' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_premium_series as t
union all
select 'audit_rollout' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_rollout as t
union all
select 'audit_run_assessment' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_run_assessment as t
union all
select 'audit_slice_risk' as name, count(*) as rows, min(t.audit_id) as audit_id from rolloutdiff.audit_slice_risk as t
order by name;
-- expect:
--   'audit' | 1 | 'v'
--   'audit_auc' | 1 | 'v'
--   'audit_corrected_reward' | 1 | 'v'
--   'audit_correction' | 1 | 'v'
--   'audit_divergence' | 1 | 'v'
--   'audit_dose' | 1 | 'v'
--   'audit_ope' | 1 | 'v'
--   'audit_premium' | 1 | 'v'
--   'audit_premium_screening' | 1 | 'v'
--   'audit_premium_series' | 1 | 'v'
--   'audit_rollout' | 1 | 'v'
--   'audit_run_assessment' | 1 | 'v'
--   'audit_slice_risk' | 1 | 'v'
