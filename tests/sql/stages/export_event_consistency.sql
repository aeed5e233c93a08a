-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 3, 'fixed', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 3, 'fixed', 0);
insert into rolloutdiff.event values
    ('a', 'it''s', 'z', 1, 'apart', 10, 12, 'rise', 1, 1), ('a', 'it''s', 'z', 2, 'length', 10, 12, 'fall', 1, 2),
    ('half', 'it''s', 'z', 1, 'hidden', 10, 12, 'rise', 1, 3);
insert into rolloutdiff.event_member values
    ('a', 'it''s', 1, 1, 10, 1.0), ('a', 'it''s', 2, 2, 10, 1.0), ('half', 'it''s', 1, 3, 10, 1.0);
create macro compared(id, run, step, profile) as table
    select id, run, step, profile, true, null, null, 0.01, 1e-12, '0.1.0';
insert into rolloutdiff.cons_comparison
select * from compared('early', 'it''s', 2, 'strict') union all select * from compared('loose', 'it''s', 8, 'compat')
union all select * from compared('near', 'it''s', 8, 'strict') union all select * from compared('late', 'it''s', 30, 'strict')
union all select * from compared('other', 'r', 10, 'strict') union all select * from compared('none', null, null, 'strict');
insert into rolloutdiff.cons_dump
select c.comparison_id, s.side, 'd', 'x', 1, 0, 0, null, null, null
from rolloutdiff.cons_comparison as c cross join (select unnest(['train', 'rollout']) as side) as s;
insert into rolloutdiff.cons_module
select
    'near', 1, 'Module.t', 'Module.r', 0, 'mlp', 'mismatch', 'b', 'aligned', 'b', 'aligned', 'b', 'missing', 'missing', 'unknown',
    [], [], [], 'aligned', false, 'module_impl_mismatch', 1, 's', 'f', false, null;
insert into rolloutdiff.cons_suspect values
    ('near', 1, 1, 'in_module_impl_difference', 'only_output_differs', null, [], [], [], [], null, 'high');

-- case: rows in order of their step
-- run: export_event_consistency {"analysis_id": "a"}
-- expect:
--   '{"analysis_id":"a","run":"it''s","rule":"z","event_rank":1,"side":"before","comparison_id":"near","step":8,"profile":"strict","pairs":1,"mismatched":1,"suspects":1,"hypothesis_code":"implementation_or_numeric_path","train_key":"Module.t","rollout_key":"Module.r"}'
--   '{"analysis_id":"a","run":"it''s","rule":"z","event_rank":1,"side":"after","comparison_id":"late","step":30,"profile":"strict","pairs":0,"mismatched":0,"suspects":0,"hypothesis_code":null,"train_key":null,"rollout_key":null}'

-- case: an analysis that is not complete has none
-- run: export_event_consistency {"analysis_id": "half"}
-- expect: none
