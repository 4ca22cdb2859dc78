select 'usage on schema ' || n.nspname from pg_namespace n
where n.nspname = 'pressrun' and not has_schema_privilege(n.oid, 'usage')
union all
select 'select on pressrun.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'pressrun' and c.relkind in ('r', 'v') and c.relname = any ($2::text[])
  and not has_table_privilege(c.oid, 'select')
union all
select 'execute on function pressrun.' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname = 'pressrun' and p.proname = any ($1::text[]) and not has_function_privilege(p.oid, 'execute')
order by 1
