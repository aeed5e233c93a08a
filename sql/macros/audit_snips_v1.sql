-- name: audit_snips_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Aggregate, self-normalised importance sampling: sum of weight times value over the sum of weights, rows without either left out.
-- params: p_weight DOUBLE: importance weight, above 0; p_value DOUBLE: value, such as gold
-- returns: DOUBLE: estimated mean of the value under the target policy; NULL without rows
-- requires: none
-- portable: yes
create macro rolloutdiff.audit_snips_v1(p_weight, p_value) as
    sum(p_weight * p_value order by p_weight, p_value)
    / sum(case when p_value is not null then p_weight end order by p_weight, p_value);
