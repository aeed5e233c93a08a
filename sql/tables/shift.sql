-- name: shift
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per change found by a retrospective rule, and per series in which it looked and found none.
-- params: none
-- returns: analysis_id: analysis; run: run; rule: rule; feature_id: feature; shape: step, pulse, ramp, drift or spike, NULL where nothing was found; onset_step: onset; onset_low: lower end of the onset set; onset_high: upper end; start_step: first tenth of the change; half_step: half of the change; end_step: end of a pulse; before_mean: level before; after_mean: level after; statistic: test statistic; threshold: its line; p_value: chance under the null; q_value: adjusted over the list; place: which change of the series, from 1, the strongest first; onset_at: what the onset means, ten_points (level before plus ten points) or half_change, NULL for the first step after a split
-- requires: none
-- portable: yes
create table rolloutdiff.shift (
    analysis_id varchar not null,
    run varchar not null,
    rule varchar not null,
    feature_id integer not null,
    shape varchar,
    onset_step bigint,
    onset_low bigint,
    onset_high bigint,
    start_step bigint,
    half_step bigint,
    end_step bigint,
    before_mean double,
    after_mean double,
    statistic double,
    threshold double,
    p_value double,
    q_value double,
    place integer,
    onset_at varchar
);
