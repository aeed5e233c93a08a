-- case: as set
-- call:
set threads = 3;
-- run: thread_count
-- expect:
--   3
-- call:
set threads = 1;
-- run: thread_count
-- expect:
--   1
