-- name: read_latest
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Of the lines of a file that name the same sample leaves only the last in staged_line: trainers append, so
--   that a resumed run, or a log that was not cleared, holds a sample again.
-- params: id_at VARCHAR: JSON pointer of the name
-- returns: none
-- requires: none
-- portable: no
delete from staged_line
where staged_line.line_id in (
    with
    -- one row per line that names a sample
    named as (
        select l.line_id, l.path, case when l.valid then json_extract_string(l.line, $id_at) end as sample_id
        from staged_line as l
    ),
    -- one row per line that names a sample: how many later ones name it too
    counted as (
        select
            n.line_id,
            row_number() over (partition by n.path, n.sample_id order by n.line_id desc) as place
        from named as n
        where n.sample_id is not null
    )
    select c.line_id
    from counted as c
    where c.place > 1
);
