create or replace function pressrun.assets_of_delivered_job(job bigint) returns table (path text, sha256 text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select f.path, f.sha256
  from (
    select a.path, a.sha256 from pressrun.job_assets a where a.job_id = assets_of_delivered_job.job
    union all
    select i.address, i.sha256 from pressrun.job_images i where i.job_id = assets_of_delivered_job.job
  ) f
  where exists (
    select from pressrun.deliveries d join pressrun.jobs j on j.id = d.id
    where d.job_id = assets_of_delivered_job.job and j.state = 'running')
  order by f.path
$$;
comment on function pressrun.assets_of_delivered_job is
  'The files that the document of a job can refer to, by path, and the images that were fetched for it, by address, while a delivery of '
  'it runs, so that a relay can compose it as the body of a mail.';
grant execute on function pressrun.assets_of_delivered_job to pressrun_relay;
