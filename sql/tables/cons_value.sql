-- name: cons_value
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per tensor of a pair of modules that a side has: statistics of both, and the verdict. Statistics only, never values.
-- params: none
-- returns: comparison_id: comparison; pair_ord: pair, in order of training; slot_ord: place within the pair; compare_target: such as output.0; compat_subset: whether the original rules look at it; dtype_train: type, or NULL; dtype_rollout: likewise; shape_train: shape, or NULL; shape_rollout: likewise; shape_relation: how they relate; max_train: largest element; max_rollout: likewise; min_train: smallest element; min_rollout: likewise; mean_train: mean; mean_rollout: likewise; norm_train: Euclidean norm; norm_rollout: likewise; max_status: ok, warn, alert or missing; min_status: likewise; mean_status: likewise; norm_status: likewise; mean_rms: difference of the means in root mean squares of the rollout, NULL for profile compat; ok: largest relative difference that was ok; warn: largest that was warn; numeric_consistency: match, mismatch or missing; priority_rank: 1 to 5, NULL when it could not be compared; priority_bucket: bucket of that rank; metric_status: worst verdict; value_status: alert, warn, ok, info, missing_on_train, missing_on_rollout or no_statistics
-- requires: none
-- portable: yes
create table rolloutdiff.cons_value (
    comparison_id varchar not null,
    pair_ord bigint not null,
    slot_ord bigint not null,
    compare_target varchar not null,
    compat_subset boolean not null,
    dtype_train varchar,
    dtype_rollout varchar,
    shape_train bigint[],
    shape_rollout bigint[],
    shape_relation varchar,
    max_train double,
    max_rollout double,
    min_train double,
    min_rollout double,
    mean_train double,
    mean_rollout double,
    norm_train double,
    norm_rollout double,
    max_status varchar,
    min_status varchar,
    mean_status varchar,
    norm_status varchar,
    mean_rms double,
    ok double,
    warn double,
    numeric_consistency varchar not null,
    priority_rank integer,
    priority_bucket varchar not null,
    metric_status varchar not null,
    value_status varchar not null
);
