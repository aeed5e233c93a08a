-- name: fresh_text
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Finds the texts of run_rollout without a stored extraction; equal texts are kept once.
-- params: extractor VARCHAR: version and limits of the extraction
-- returns: none
-- requires: extraction, rollout
-- portable: no
create or replace temp table text_key as
select
    r.rollout_id,
    nullif(lower(regexp_extract(r.prompt, '(?i)<(think|thinking)>\s*$', 1)), '') as opened,
    md5_number(
        coalesce('t' || r.response, 'missing') || chr(0)
        || lower(regexp_extract(r.prompt, '(?i)<(think|thinking)>\s*$', 1))
    ) as text_hash,
    coalesce(strlen(r.response), 0) as bytes
from rolloutdiff.rollout as r
semi join run_rollout as a on a.rollout_id = r.rollout_id
anti join rolloutdiff.extraction as e on e.rollout_id = r.rollout_id and e.extractor = $extractor
order by r.rollout_id;

create or replace temp table fresh_text as
select min(k.rollout_id) as rollout_id, k.text_hash, min(k.opened) as opened, min(k.bytes) as bytes
from text_key as k
group by k.text_hash
order by 1;

create or replace temp table text_extraction (
    text_hash uhugeint not null,
    status varchar not null,
    prose varchar,
    feature varchar[] not null,
    count integer[] not null
);
