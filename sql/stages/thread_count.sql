-- name: thread_count
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Threads that DuckDB may use here, which are as many as further processes may be.
-- params: none
-- returns: threads
-- requires: none
-- portable: no
select current_setting('threads')::bigint as threads;
