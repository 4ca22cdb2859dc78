create or replace function pressrun.binder_documents(tenant_name text, batch_name text, jobs bigint[])
returns table (job_id bigint, state text, sha256 text, file_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select j.id, j.state::text, a.sha256, a.file_name
  from (
    select i.id, i.state, i.tenant, i.kind from pressrun.jobs i where i.id = any (jobs)
    union
    select b.id, b.state, b.tenant, b.kind from pressrun.jobs b
    where b.batch_id = (select t.id from pressrun.batches t where t.tenant = tenant_name and t.name = batch_name)
  ) j
    left join lateral (
      select f.sha256, f.file_name from pressrun.artifacts f
      where f.job_id = j.id and f.media_type = 'application/pdf' order by f.position limit 1
    ) a on true
  where j.tenant = tenant_name and j.kind not like 'deliver.%'
  order by j.id
$$;
comment on function pressrun.binder_documents is
  'The first PDF of each of the jobs, and of the jobs of a batch, as far as they are of the tenant; sha256 is null for a job '
  'that has none.';
grant execute on function pressrun.binder_documents to pressrun_worker;
