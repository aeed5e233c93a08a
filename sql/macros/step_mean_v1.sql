-- name: step_mean_v1
-- kind: table_macro
-- version: 1
-- since: 0.1.0
-- summary: Prompt-balanced mean of every feature in a range of steps with its cluster-robust standard error, clusters are prompts.
-- params: p_analysis_id VARCHAR: analysis; p_run VARCHAR: run; p_first_step BIGINT: first training step; p_last_step BIGINT: last training step
-- returns: feature_id: feature; step: training step; mean: mean over prompts of the prompt means; se: sqrt(sum of squared deviations of prompt means / (prompts (prompts - 1))), NULL with one prompt; prompts: prompts in the step; samples: completions in the step; positives: completions with a count above zero; within_sd: pooled standard deviation inside prompts, NULL without repeats
-- requires: split_step_mean_v1
-- portable: yes
create macro rolloutdiff.step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step) as table (
    select m.feature_id, m.step, m.mean, m.se, m.prompts, m.samples, m.positives, m.within_sd
    from rolloutdiff.split_step_mean_v1(p_analysis_id, p_run, p_first_step, p_last_step, false) as m
);
