create or replace function pressrun.artifacts_of_tenant(tenant_name text, digests text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d from unnest(digests) d
  where exists (
      select from pressrun.artifacts a join pressrun.jobs j on j.id = a.job_id
      where a.sha256 = d and j.tenant = tenant_name)
    or exists (select from pressrun.assets s where s.sha256 = d and s.tenant = tenant_name)
    or exists (select from pressrun.annotation_documents n where n.base_sha256 = d and n.tenant = tenant_name)
    or exists (select from pressrun.annotation_builds b where b.sha256 = d and b.tenant = tenant_name)
$$;
comment on function pressrun.artifacts_of_tenant is
  'Those of the given artifacts that a job or a document of the tenant has, and those among its assets. A tenant cannot use an artifact of another one by naming its hash.';
grant execute on function pressrun.artifacts_of_tenant to pressrun_worker;
grant execute on function pressrun.artifacts_of_tenant to pressrun_service;
