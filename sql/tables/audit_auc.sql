-- name: audit_auc
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per audit and set of truth labels: how well the risk of slices tells exploited from clean ones.
-- params: none
-- returns: audit_id: audit; truth_sha256: hash of the labels; auc: chance that an exploited slice has the larger risk, ties count half; NULL without both kinds; n_pos: exploited slices; n_neg: clean slices; tpr: share of exploited slices that are flagged; fpr: share of clean slices that are flagged; reason: why there is no figure
-- requires: none
-- portable: yes
create table rolloutdiff.audit_auc (
    audit_id varchar not null,
    truth_sha256 varchar not null,
    auc double,
    n_pos bigint not null,
    n_neg bigint not null,
    tpr double,
    fpr double,
    reason varchar
);
