-- name: mismatch_given_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Differences of token probabilities that a trainer measured itself, under the names of mismatch_probability_v1; what it marks as not measured is absent, not 0.
-- params: p_valid DOUBLE: 0 where the trainer measured nothing, else 1 or NULL; p_mean DOUBLE: mean difference; p_max DOUBLE: largest difference; p_std DOUBLE: standard deviation
-- returns: MAP(VARCHAR, DOUBLE): prob_diff_mean, prob_diff_max, prob_diff_std, those without a finite number NULL; NULL where there is none
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_given_v1(p_valid, p_mean, p_max, p_std) as
    case
        when coalesce(p_valid, 1) <> 0 and coalesce(p_mean, p_max, p_std) is not null
            then map(['prob_diff_mean', 'prob_diff_max', 'prob_diff_std'], [p_mean, p_max, p_std])
    end;
