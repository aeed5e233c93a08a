-- name: lexical_start
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Cuts the rollouts of the analysis that have prose into chunks of about equal text, and makes the temporary tables that the chunks fill.
-- params: chunk_bytes BIGINT: UTF-8 bytes of prose per chunk
-- returns: none
-- requires: extraction
-- portable: yes
create or replace temp table lexical_member as
with
-- one row per rollout with prose: measured before anything else, so that no text is sorted
size as (
    select e.rollout_id, strlen(e.prose) as bytes
    from rolloutdiff.extraction as e
    where strlen(e.prose) > 0
)
-- Numbered so that place // 2 ** 32 is the cell: a group by place needs no other column.
select
    s.rollout_id,
    s.bytes,
    m.step,
    m.cell::bigint * 4294967296 + row_number() over (order by s.rollout_id) as place,
    (sum(s.bytes::bigint) over (order by s.rollout_id)::bigint - s.bytes) // $chunk_bytes as chunk
from size as s
inner join vocabulary_member as m on m.rollout_id = s.rollout_id
order by s.rollout_id;

-- A chunk is read in halves, by two threads where one would read all of it; by place, since what a filter leaves of a
-- list is cheap only in one piece.
create or replace temp table lexical_chunk as
select
    m.chunk,
    min(m.rollout_id) as first_rollout,
    max(m.rollout_id) as last_rollout,
    (min(m.place) + max(m.place)) // 2 as middle_place,
    sum(m.bytes::bigint)::bigint as bytes
from lexical_member as m
group by m.chunk;

-- The fewest rollouts that a chunk must report: only a cell that lies in one chunk is counted there for good.
create or replace temp table lexical_cell as
with
-- one row per cell with prose
spread as (
    select m.place // 4294967296 as cell, min(m.chunk) < max(m.chunk) as is_cut
    from lexical_member as m
    group by m.place // 4294967296
)
select s.cell::integer as cell, case when s.is_cut then 1 else k.least end as least
from spread as s
inner join vocabulary_cell as k on k.cell = s.cell;

create or replace temp table lexical_text (chunk bigint, place bigint, words varchar);

create or replace temp table lexical_word_count (cell integer, word varchar, rollouts bigint);

create or replace temp table lexical_sequence (chunk bigint, place bigint, word_ids integer[]);

create or replace temp table lexical_pair_count (cell integer, pair_key bigint, rollouts bigint);

create or replace temp table lexical_triple_count (cell integer, triple_key bigint, rollouts bigint);

create or replace temp table lexical_total (first_id integer, second_id integer, third_id integer, cell integer, rollouts bigint);
