-- name: mismatch_weight_v1
-- kind: macro
-- version: 1
-- since: 0.1.0
-- summary: Importance weights of the tokens of a completion, trainer over engine, each cut at p_cap; a perfect match has weight 1 throughout.
-- params: p_delta DOUBLE[]: log ratio of every token; p_cap DOUBLE: largest weight
-- returns: MAP(VARCHAR, DOUBLE): is_mean, mean weight w; is_std, standard deviation (n); is_ess, effective share of the tokens, mean(w)^2 / mean(w^2), from 0 to 1
-- requires: none
-- portable: no
create macro rolloutdiff.mismatch_weight_v1(p_delta, p_cap) as
    map(
        ['is_mean', 'is_std', 'is_ess'],
        [
            list_sum(list_transform(p_delta, lambda ratio_: least(p_cap, exp(ratio_)))) / len(p_delta),
            list_stddev_pop(list_transform(p_delta, lambda ratio_: least(p_cap, exp(ratio_)))),
            pow(list_sum(list_transform(p_delta, lambda ratio_: least(p_cap, exp(ratio_)))), 2)
            / (len(p_delta) * list_sum(list_transform(p_delta, lambda ratio_: pow(least(p_cap, exp(ratio_)), 2))))
        ]
    );
