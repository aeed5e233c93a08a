-- name: mismatch_line
-- kind: check
-- version: 1
-- since: 0.1.0
-- summary: Figures of the difference between trainer and engine that lie beyond a fixed line in some step, or are a constant other than 0: no row when all is well.
-- params: analysis_id VARCHAR: analysis
-- returns: run, code, severity, count, steps, message
-- requires: mismatch_health_v1
-- portable: no
with
-- one row per finding about trainer and engine
health as (
    select
        h.run, h.code, h.steps as count, h.at_steps as steps,
        case h.code
            when 'mismatch_is_mean' then 'The mean importance weight of tokens, trainer over engine, lies outside 0.5 to 2'
            when 'mismatch_is_ess' then 'The importance weights leave less than 0.3 of the tokens effective'
            when 'mismatch_is_std' then 'The importance weights of tokens spread by more than 1'
            when 'mismatch_kl' then 'The mean log ratio of tokens between engine and trainer lies beyond 0.1'
            when 'mismatch_chi2_token' then 'The chi-squared divergence of tokens is above 1'
            when 'mismatch_logprob_abs' then 'Log-probabilities of tokens differ by more than 0.1 on average'
        end as says,
        h.worst
    from rolloutdiff.mismatch_health_v1($analysis_id) as h
)
select
    h.run, h.code, case when h.says is null then 'note' else 'warning' end as severity, h.count, h.steps,
    coalesce(
        h.says || '; the step farthest off has ' || printf('%.3g', h.worst) || '.',
        'The mean log ratio of tokens between engine and trainer is a constant other than 0, ' || printf('%.3g', h.worst)
        || ': log-probabilities renormalised over a cut distribution (top-p, top-k) do that, so it is no fault of the engine by itself.'
    ) as message
from health as h
order by h.run, h.code;
