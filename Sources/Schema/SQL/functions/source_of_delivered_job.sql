create or replace function pressrun.source_of_delivered_job(job bigint) returns table (enqueued_at timestamptz, template text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select j.enqueued_at, (select v.sha256 from pressrun.template_versions v where v.id = j.template)
  from pressrun.jobs j
  where j.id = source_of_delivered_job.job and exists (
    select from pressrun.deliveries d join pressrun.jobs r on r.id = d.id
    where d.job_id = source_of_delivered_job.job and r.state = 'running')
$$;
comment on function pressrun.source_of_delivered_job is
  'When a job was enqueued, and the version of its kind (template_versions.sha256), while a delivery of it runs, so that a relay composes '
  'the body of a mail with the date and the template of the document.';
grant execute on function pressrun.source_of_delivered_job to pressrun_relay;
