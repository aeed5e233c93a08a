-- name: report_audit
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Complete audits: what was asked, of which columns, with which settings.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; rollouts: completions it reads; slices: slices of the prompts, over all runs; scored: completions with a reward; with_gold: completions with a trusted outcome; sources: where slice, gold and log-probabilities come from, as JSON; settings: settings as JSON; qa_sha256: hash of the labelled rows, NULL without; reward_function: reward function that was asked, NULL without; package_version: version of the package
-- requires: analysis, audit, audit_rollout
-- portable: yes
create view rolloutdiff.report_audit as
with
-- one row per audit
counted as (
    select
        r.audit_id, count(r.rollout_id) as rollouts, count(distinct r.run || chr(31) || r.slice) as slices,
        count(r.reward) as scored, count(r.gold) as with_gold
    from rolloutdiff.audit_rollout as r
    group by r.audit_id
)
select
    a.audit_id,
    a.analysis_id,
    c.rollouts,
    c.slices,
    c.scored,
    c.with_gold,
    a.sources,
    a.settings,
    a.qa_sha256,
    a.reward_function,
    a.package_version
from rolloutdiff.audit as a
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
inner join counted as c on c.audit_id = a.audit_id
where a.complete and n.complete;
