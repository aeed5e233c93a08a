-- name: lexical_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Cuts the rollouts of the analysis that have prose into chunks of about equal text, and makes the temporary tables that the chunks fill.
-- params: chunk_bytes BIGINT: UTF-8 bytes of prose per chunk
-- returns: none
-- requires: extraction
-- portable: no
create or replace temp table lexical_chunk as
with
-- one row per rollout with prose: measured before anything else, so that no text is sorted
size as (
    select e.rollout_id, strlen(e.prose) as bytes
    from rolloutdiff.extraction as e
    where strlen(e.prose) > 0
),
-- one row per rollout with prose: where its text begins in the text of all
place as (
    select s.rollout_id, sum(s.bytes::bigint) over (order by s.rollout_id)::bigint - s.bytes as first_byte
    from size as s
    semi join run_rollout as r on r.rollout_id = s.rollout_id
)
select
    p.first_byte // $chunk_bytes as chunk,
    min(p.rollout_id) as first_rollout,
    max(p.rollout_id) as last_rollout
from place as p
group by p.first_byte // $chunk_bytes;

create or replace temp table lexical_text (chunk bigint, rollout_id bigint, words varchar);

create or replace temp table lexical_word_count (word varchar, rollouts bigint);

create or replace temp table lexical_sequence (chunk bigint, rollout_id bigint, word_ids integer[]);

create or replace temp table lexical_pair_count (pair_key bigint, rollouts bigint);

create or replace temp table lexical_triple_count (triple_key bigint, rollouts bigint);
