-- case: a row is kept as it is
-- call:
insert into rolloutdiff.audit_auc (
    audit_id, truth_sha256, auc, n_pos, n_neg, tpr, fpr, reason
) values (
    'audit_id"1"', 'truth_sha256"2"', -3.1, 3000000004, 3000000005, -6.1, -7.1, 'reason"8"'
);
-- call:
select
    x.audit_id, x.truth_sha256, x.auc, x.n_pos, x.n_neg, x.tpr, x.fpr, x.reason
from rolloutdiff.audit_auc as x;
-- expect:
--   'audit_id"1"' | 'truth_sha256"2"' | -3.1 | 3000000004 | 3000000005 | -6.1 | -7.1 | 'reason"8"'

-- case: what may be absent may be absent
-- call:
insert into rolloutdiff.audit_auc (
    audit_id, truth_sha256, auc, n_pos, n_neg, tpr, fpr, reason
) values (
    'audit_id"1"', 'truth_sha256"2"', null, 3000000004, 3000000005, null, null, null
);
-- call:
select
    x.audit_id, x.truth_sha256, x.auc, x.n_pos, x.n_neg, x.tpr, x.fpr, x.reason
from rolloutdiff.audit_auc as x;
-- expect:
--   'audit_id"1"' | 'truth_sha256"2"' | NULL | 3000000004 | 3000000005 | NULL | NULL | NULL

-- case: nothing else may be absent
-- given:
insert into rolloutdiff.audit_auc (
    audit_id, truth_sha256, auc, n_pos, n_neg, tpr, fpr, reason
) values (
    'audit_id"1"', 'truth_sha256"2"', null, 3000000004, 3000000005, null, null, null
);
-- call:
update rolloutdiff.audit_auc set audit_id = null;
-- fails: NOT NULL constraint failed: "?audit_auc"?\."?audit_id"?
-- call:
update rolloutdiff.audit_auc set truth_sha256 = null;
-- fails: NOT NULL constraint failed: "?audit_auc"?\."?truth_sha256"?
-- call:
update rolloutdiff.audit_auc set n_pos = null;
-- fails: NOT NULL constraint failed: "?audit_auc"?\."?n_pos"?
-- call:
update rolloutdiff.audit_auc set n_neg = null;
-- fails: NOT NULL constraint failed: "?audit_auc"?\."?n_neg"?

-- case: a value of another type is refused
-- given:
insert into rolloutdiff.audit_auc (
    audit_id, truth_sha256, auc, n_pos, n_neg, tpr, fpr, reason
) values (
    'audit_id"1"', 'truth_sha256"2"', null, 3000000004, 3000000005, null, null, null
);
-- call:
update rolloutdiff.audit_auc set auc = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_auc set n_pos = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_auc set n_neg = 'two';
-- fails: Could not convert string 'two' to INT64
-- call:
update rolloutdiff.audit_auc set tpr = 'high';
-- fails: Could not convert string 'high' to DOUBLE
-- call:
update rolloutdiff.audit_auc set fpr = 'high';
-- fails: Could not convert string 'high' to DOUBLE
