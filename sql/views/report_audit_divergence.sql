-- name: report_audit_divergence
-- kind: view
-- version: 1
-- since: 0.1.0
-- summary: Reward and gold beside each other, by slice and step.
-- params: none
-- returns: audit_id: audit; analysis_id: analysis whose features are audited; run: run; slice: slice of the prompts; step: training step; proxy: mean reward, prompts weigh alike; gold: mean gold of the same completions; corr: correlation of reward and gold over completions of the step; dproxy: proxy minus its baseline; dproxy_se: its standard error; dgold: gold minus its baseline; dgold_se: its standard error; dgap_se: standard error of dproxy minus dgold; diverging: whether the proxy rose and gold did not rise with it; reason: why figures are missing
-- requires: analysis, audit, audit_divergence
-- portable: yes
create view rolloutdiff.report_audit_divergence as
select
    x.audit_id,
    a.analysis_id,
    x.run,
    x.slice,
    x.step,
    round(x.proxy, 6) as proxy,
    round(x.gold, 6) as gold,
    round(x.corr, 6) as corr,
    round(x.dproxy, 6) as dproxy,
    round(x.dproxy_se, 6) as dproxy_se,
    round(x.dgold, 6) as dgold,
    round(x.dgold_se, 6) as dgold_se,
    round(x.dgap_se, 6) as dgap_se,
    x.diverging,
    x.reason
from rolloutdiff.audit_divergence as x
inner join rolloutdiff.audit as a on a.audit_id = x.audit_id
inner join rolloutdiff.analysis as n on n.analysis_id = a.analysis_id
where a.complete and n.complete;
