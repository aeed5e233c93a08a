-- name: others_object
-- kind: stage
-- version: 1
-- since: 0.1.0
-- summary: The first table, view, macro, sequence or type of the database in use that stands outside our schema, or none.
-- params: schema VARCHAR: our schema
-- returns: name
-- requires: none
-- portable: no
select min(o.schema_name || '.' || o.name) as name
from (
    select t.schema_name, t.table_name as name
    from duckdb_tables() as t
    where t.database_name = current_database() and not t.internal
    union all
    select v.schema_name, v.view_name
    from duckdb_views() as v
    where v.database_name = current_database() and not v.internal
    union all
    select f.schema_name, f.function_name
    from duckdb_functions() as f
    where f.database_name = current_database() and not f.internal
    union all
    select s.schema_name, s.sequence_name
    from duckdb_sequences() as s
    where s.database_name = current_database()
    union all
    select y.schema_name, y.type_name
    from duckdb_types() as y
    where y.database_name = current_database() and not y.internal
) as o
where o.schema_name <> $schema;
