-- given:
create temp table pair (n integer, t double[], r double[]);
insert into pair values
    (1, [-1.0], [-2.0]), (2, [-1.0], null), (3, null, [-1.0]), (4, [-1.0], [-1.0, -2.0]), (5, [-1.0, null], [-1.0, -2.0]),
    (6, [-1.0], ['-inf']), (7, null, null), (8, [], []), (9, [], null), (10, [], [-1.0]), (11, ['nan'], [-1.0]);

-- case: the first reason that holds; without a token there is none
-- call:
select p.n, rolloutdiff.mismatch_fault_v1(p.t, p.r) from pair as p order by p.n;
-- expect:
--   1 | NULL
--   2 | 'one_side'
--   3 | 'one_side'
--   4 | 'length'
--   5 | 'not_finite'
--   6 | 'not_finite'
--   7 | NULL
--   8 | NULL
--   9 | NULL
--   10 | 'length'
--   11 | 'not_finite'
