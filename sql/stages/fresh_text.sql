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
-- chosen by number first, so that no other text is read
semi join (
    select a.rollout_id
    from run_rollout as a
    anti join rolloutdiff.extraction as e on e.rollout_id = a.rollout_id and e.extractor = $extractor
) as a on a.rollout_id = r.rollout_id
order by r.rollout_id;

create or replace temp table fresh_text as
select min(k.rollout_id) as rollout_id, min(k.opened) as opened, min(k.bytes) as bytes
from text_key as k
group by k.text_hash
order by 1;

-- The rollouts with the text of an earlier one, and the first that has it.
create or replace temp table repeated_text as
with
-- one row per text of several rollouts
shared as (
    select k.text_hash, min(k.rollout_id) as first_rollout
    from text_key as k
    group by k.text_hash
    having count(*) > 1
)
select k.rollout_id, s.first_rollout
from text_key as k
inner join shared as s on s.text_hash = k.text_hash
where k.rollout_id > s.first_rollout
order by k.rollout_id;

drop table text_key;
