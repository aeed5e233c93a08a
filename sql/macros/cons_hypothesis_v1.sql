-- name: cons_hypothesis_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Code of the hypothesis that the reason of a suspect leads to.
-- params: p_rationale_code VARCHAR: reason of the suspect's class
-- returns: VARCHAR: code; NULL for an unknown reason
-- requires: none
-- portable: yes
create macro rolloutdiff.cons_hypothesis_v1(p_rationale_code) as
    case p_rationale_code
        when 'extra_activation_on_rollout' then 'missing_activation_on_train'
        when 'extra_activation_on_train' then 'missing_activation_on_rollout'
        when 'parameters_differ' then 'parameter_sync_or_checkpoint'
        when 'only_output_differs' then 'implementation_or_numeric_path'
        when 'input_differs' then 'upstream_difference'
        when 'no_explanation' then 'manual_review'
    end;
