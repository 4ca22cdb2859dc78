-- Reads the catalogs, not to_regclass: after the wait for an advisory lock, PostgreSQL's caches may be outdated.
select current_setting('server_version_num')::int,
  exists (select from pg_namespace n where n.nspname = 'pressrun'),
  exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'pressrun' and c.relname = 'migrations'),
  exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'pressrun' and c.relname = 'schema_objects')
