-- name: audit_divergence
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per slice and step: reward and gold beside each other.
-- params: none
-- returns: audit_id: audit; run: run; slice: slice of the prompts; step: training step; proxy: mean reward, prompts weigh alike; gold: mean gold of the same completions; corr: correlation of reward and gold over completions of the step; dproxy: proxy minus its baseline; dproxy_se: its standard error; dgold: gold minus its baseline; dgold_se: its standard error; dgap_se: standard error of dproxy minus dgold; diverging: whether the proxy rose and gold did not rise with it; reason: why figures are missing
-- requires: none
-- portable: yes
create table rolloutdiff.audit_divergence (
    audit_id varchar not null,
    run varchar not null,
    slice varchar not null,
    step bigint not null,
    proxy double,
    gold double,
    corr double,
    dproxy double,
    dproxy_se double,
    dgold double,
    dgold_se double,
    dgap_se double,
    diverging boolean not null,
    reason varchar
);
