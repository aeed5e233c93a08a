-- name: read_lines
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: Reads JSONL files as lines, byte for byte: makes the temporary table staged_line, one row per line. Nothing
--   is interpreted; a line that is not a JSON object is marked. A file that a job is writing may end in the middle of a
--   character: its last line is given apart.
-- params: longest BIGINT: bytes that a line may have; files VARCHAR[]: paths with glob characters escaped; torn_paths VARCHAR[]: the last of the paths, when its last line ends in the middle of a character; torn_lines VARCHAR[]: that line without the character; all_objects BOOLEAN: every line that is not blank is known to be an object
-- returns: none
-- requires: none
-- portable: no
create or replace temp table staged_line as
with
-- one row per line of a file, blank lines included
written as (
    select c.filename as path, c.line
    from read_csv(
        $files,
        columns = {'line': 'varchar'},
        auto_detect = false,
        header = false,
        delim = chr(1),
        quote = '',
        escape = '',
        max_line_size = $longest::bigint,
        buffer_size = $longest::bigint,
        strict_mode = false,
        null_padding = true,
        filename = true,
        hive_partitioning = false,
        ignore_errors = (len($torn_paths::varchar[]) > 0)
    ) as c
    union all
    select unnest($torn_paths::varchar[]) as path, unnest($torn_lines::varchar[]) as line
),
-- one row per line of a file; counting blank lines too gives the line number
numbered as (
    select row_number() over () as line_id, w.path, w.line
    from written as w
)
select
    n.line_id,
    n.path,
    n.line,
    case
        when n.line is null or regexp_full_match(n.line, '\s*') then null
        when $all_objects then true
        else json_valid(n.line) and regexp_matches(n.line, '^\s*[{]')
    end as valid,
    0 as repaired,
    null::varchar as fault,
    null::varchar as fault_text
from numbered as n;
