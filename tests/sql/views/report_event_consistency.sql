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

-- case: events of trainer and engine only, with the nearest comparison on each side, strict before compat
-- call:
select * from rolloutdiff.report_event_consistency order by step;
-- expect:
--   'a' | 'it''s' | 'z' | 1 | 'before' | 'near' | 8 | 'strict' | 1 | 1 | 1 | 'implementation_or_numeric_path' | 'Module.t' | 'Module.r'
--   'a' | 'it''s' | 'z' | 1 | 'after' | 'late' | 30 | 'strict' | 0 | 0 | 0 | NULL | NULL | NULL

-- case: a comparison at the onset counts as after it; nothing where no comparison is of the run
-- call:
update rolloutdiff.cons_comparison set step = 10 where comparison_id = 'late';
-- call:
update rolloutdiff.cons_comparison set run = 'r' where step < 10;
-- call:
select c.side, c.comparison_id, c.step from rolloutdiff.report_event_consistency as c;
-- expect:
--   'after' | 'late' | 10
