-- name: audit_ess_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Aggregate, effective sample size of weighted rows: square of the sum of weights over the sum of their squares, between 1 and the number of rows.
-- params: p_weight DOUBLE: importance weight, above 0
-- returns: DOUBLE: effective sample size; NULL without rows
-- requires: none
-- portable: yes
create macro rolloutdiff.audit_ess_v1(p_weight) as
    pow(sum(p_weight order by p_weight), 2) / sum(p_weight * p_weight order by p_weight);
