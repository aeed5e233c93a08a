-- name: cons_pair
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Pairs the modules, by a mapping that is given or by name: makes the temporary tables c_key, c_pair and c_mapping; given_mapping is an Arrow table of train_key, rollout_key, peer. Profile strict pairs calls of one number with each other when both sides have it.
-- params: automatic BOOLEAN: pair by name; compat BOOLEAN: profile compat
-- returns: none
-- requires: cons_act_v1, cons_block_v1, cons_call_v1, cons_layer_v1, cons_path_v1
-- portable: no
create or replace temp table c_key as
select
    e.side,
    e.ord,
    e.module_key,
    rolloutdiff.cons_layer_v1(e.module_key) as layer_index,
    rolloutdiff.cons_block_v1(e.module_key) as block,
    rolloutdiff.cons_path_v1(e.module_key, not $compat) as path,
    rolloutdiff.cons_call_v1(e.module_key) as call,
    rolloutdiff.cons_act_v1(e.module_key, not $compat) as act
from c_entry as e
where e.is_module;

create or replace temp table c_pair as
with
-- one row per pair of modules of one layer and one path
named as (
    select t.ord as train_ord, t.module_key as train_key, r.module_key as rollout_key, r.ord as peer, t.call = r.call as same_call
    from c_key as t
    inner join c_key as r on r.path = t.path and r.layer_index is not distinct from t.layer_index
    where $automatic and t.side = 'train' and r.side = 'rollout'
),
-- one row per pair that is kept
chosen as (
    select n.train_ord, n.train_key, n.rollout_key, n.peer
    from (
        select p.*, bool_or(p.same_call) over (partition by p.train_ord) as has_call
        from named as p
    ) as n
    where $compat or n.same_call or not n.has_call
    union all
    select t.ord, t.module_key, g.rollout_key, g.peer
    from given_mapping as g
    inner join c_key as t on t.side = 'train' and t.module_key = g.train_key
    where not $automatic
)
select
    row_number() over (order by c.train_ord, c.peer) as pair_ord,
    c.train_ord,
    c.train_key,
    c.rollout_key,
    c.peer,
    r.ord as rollout_ord
from chosen as c
left join c_key as r on r.side = 'rollout' and r.module_key = c.rollout_key;

create or replace temp table c_mapping as
with
-- one row per key of training that has peers
paired as (
    select p.train_ord, list(p.rollout_key order by p.peer) as rollout_keys, count(*) as peers, count(p.rollout_ord) as known
    from c_pair as p
    group by p.train_ord
)
select
    k.ord as train_ord,
    k.module_key as train_key,
    coalesce(p.rollout_keys, []) as rollout_keys,
    k.layer_index,
    k.block,
    case when p.peers is null then '1:0' when p.peers = 1 then '1:1' else '1:N' end as cardinality,
    case when p.peers is null or (p.known < p.peers and not $compat) then 'low' else 'high' end as confidence,
    case when p.peers is null then 'no_peer' when p.known < p.peers and not $compat then 'unknown_peer' end as note
from c_key as k
left join paired as p on p.train_ord = k.ord
where k.side = 'train';
