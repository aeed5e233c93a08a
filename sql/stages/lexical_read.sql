-- name: lexical_read
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Splits the prose of one chunk into lower-case words, which are kept, and counts the rollouts that hold each word.
-- params: chunk BIGINT: chunk; first_rollout BIGINT: its first rollout; last_rollout BIGINT: its last rollout
-- returns: none
-- requires: extraction
-- portable: no
insert into lexical_text
with
-- one row per rollout of the chunk
member as (
    select r.rollout_id
    from run_rollout as r
    where r.rollout_id between $first_rollout and $last_rollout
)
-- words and the boundaries between pieces of prose, joined by one space; no filter on them here, it would split twice
select
    $chunk,
    e.rollout_id,
    array_to_string(regexp_extract_all(lower(e.prose), '[\p{L}\p{N}\p{M}_]+|\x01'), ' ') as words
from rolloutdiff.extraction as e
semi join member as m on m.rollout_id = e.rollout_id
where e.rollout_id between $first_rollout and $last_rollout and strlen(e.prose) > 0;

insert into lexical_word_count
with
-- one row per rollout and position
occurrence as (
    select t.rollout_id, unnest(string_split(t.words, ' ')) as word
    from lexical_text as t
    where t.chunk = $chunk and t.words <> ''
),
-- one row per rollout and different word
present as (
    select distinct o.rollout_id, o.word
    from occurrence as o
)
select p.word, count(*) as rollouts
from present as p
where p.word <> chr(1)
group by p.word;
