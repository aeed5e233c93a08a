-- name: feature
-- kind: table
-- version: 1
-- since: 0.1.0
-- summary: One row per feature of an analysis: its name, tier, kind and unit.
-- params: none
-- returns: feature_id: number of the feature in this warehouse; analysis_id: analysis; tier: ast, lexical, shape, custom, mismatch or reward; kind: binary (present or not) or continuous (a size); name: tier prefix, colon, token; unit: unit of the mean; scale: a stored count divided by this is the value; document_frequency: rollouts with a count above zero, of those that the choice of a token saw; origin: fixed or vocabulary; admitted_index: logged step, from 0, at which a token was chosen, 0 when the choice saw the whole run or there was none
-- requires: none
-- portable: yes
create table rolloutdiff.feature (
    feature_id integer not null,
    analysis_id varchar not null,
    tier varchar not null,
    kind varchar not null,
    name varchar not null,
    unit varchar not null,
    scale integer not null,
    document_frequency bigint not null,
    origin varchar not null,
    admitted_index integer not null
);
