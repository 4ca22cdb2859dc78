create or replace function pressrun.audit_entries(tenants text[], before_id bigint, max_entries int)
returns setof pressrun.audit_log
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select a.* from pressrun.audit_log a
    where a.id < coalesce(before_id, 9223372036854775807) and (tenants is null or a.tenant = any (tenants))
    order by a.id desc limit max_entries;
end
$$;
comment on function pressrun.audit_entries is
  'Entries of the audit log before an id, newest first; of these tenants, or all of them if tenants is null.';
grant execute on function pressrun.audit_entries to pressrun_service;
grant execute on function pressrun.audit_entries to pressrun_compliance;
