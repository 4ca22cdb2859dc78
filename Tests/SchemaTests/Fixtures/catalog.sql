-- Everything that defines the schema: one row per object with its definition, comment and grants.
with objects as (
  select 'pg_class'::regclass as classid, c.oid, c.relkind::text || ' ' || c.relname as name,
    coalesce(c.reloptions::text, '') || ' ' || coalesce(pg_get_viewdef(c.oid), '') || ' '
      || case when c.relkind in ('i', 'I') then pg_get_indexdef(c.oid) else '' end as definition, c.relacl as acl
  from pg_class c where c.relnamespace = 'pressrun'::regnamespace and c.relkind not in ('t', 'c')
  union all
  select 'pg_proc'::regclass, p.oid, 'function pressrun.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')', pg_get_functiondef(p.oid), p.proacl
  from pg_proc p where p.pronamespace = 'pressrun'::regnamespace
  union all
  select 'pg_type'::regclass, t.oid, 'type ' || t.typname,
    array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)::text, t.typacl
  from pg_type t where t.typnamespace = 'pressrun'::regnamespace and t.typtype = 'e'
  union all
  select 'pg_constraint'::regclass, c.oid, 'constraint ' || c.conrelid::regclass || ' ' || c.conname, pg_get_constraintdef(c.oid), null
  from pg_constraint c where c.connamespace = 'pressrun'::regnamespace
  union all
  select 'pg_trigger'::regclass, t.oid, 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text, null
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'pressrun'::regnamespace and not t.tgisinternal
  union all
  select 'pg_namespace'::regclass, n.oid, 'schema', '', n.nspacl from pg_namespace n where n.nspname = 'pressrun'
), described as (
  select o.name, o.definition, obj_description(o.oid, o.classid::regclass::name) as comment,
    array(
      select coalesce(r.rolname, 'public') || ' ' || a.privilege_type
      from aclexplode(o.acl) a left join pg_roles r on r.oid = a.grantee
      where r.rolname is distinct from current_user order by 1) as grants
  from objects o
  union all
  select 'column ' || a.attrelid::regclass || ' ' || rank() over (partition by a.attrelid order by a.attnum) || ' ' || a.attname,
    format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attstorage::text || a.attcompression::text || a.attidentity::text,
    col_description(a.attrelid, a.attnum), '{}'
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = 'pressrun'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
)
select name, definition, comment, grants from described order by name collate "C", definition
