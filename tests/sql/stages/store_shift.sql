-- given:
create temp table found_shift (feature_id integer, shape varchar, onset_step bigint, onset_low bigint, onset_high bigint, start_step bigint, half_step bigint, end_step bigint, before_mean double, after_mean double, statistic double, threshold double, p_value double, q_value double, place integer, onset_at varchar);
insert into found_shift values
    (1, 'spike', 20, 19, 21, 18, 22, 23, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 2, 'half_change'),
    (1, 'step', 10, 9, 11, 8, 12, null, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1, 'ten_points');

-- case: every column in its place, the strongest change first
-- run: store_shift {"analysis_id": "a", "run": "it's", "rule": "l"}
-- call:
select * from rolloutdiff.shift;
-- expect:
--   'a' | 'it''s' | 'l' | 1 | 'step' | 10 | 9 | 11 | 8 | 12 | NULL | 0.1 | 0.2 | 0.3 | 0.4 | 0.5 | 0.6 | 1 | 'ten_points'
--   'a' | 'it''s' | 'l' | 1 | 'spike' | 20 | 19 | 21 | 18 | 22 | 23 | 0.1 | 0.2 | 0.3 | 0.4 | 0.5 | 0.6 | 2 | 'half_change'
