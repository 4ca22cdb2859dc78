select format('revoke all on function %s from %I;', p.oid::regprocedure, r.rolname)
from pg_proc p cross join lateral aclexplode(p.proacl) a join pg_roles r on r.oid = a.grantee
where p.pronamespace = 'pressrun'::regnamespace and p.proname = any ($1::text[]) and r.rolname = any ($3::text[])
union
select format('revoke all on %s from %I;', c.oid::regclass, r.rolname)
from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
where c.relnamespace = 'pressrun'::regnamespace and r.rolname = any ($3::text[])
  and (c.relkind = 'v' and c.relname = any ($2::text[]) or c.relkind = 'r' and 'grants' = any ($2::text[]))
