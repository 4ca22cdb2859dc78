create or replace function pressrun.payload_defaults_of_delivered_job(job bigint) returns table (kind text, members json)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.kind, p.members
  from pressrun.jobs j join pressrun.payload_defaults p on p.tenant = j.tenant and p.kind = j.kind
  where j.id = payload_defaults_of_delivered_job.job and exists (
    select from pressrun.deliveries d join pressrun.jobs r on r.id = d.id
    where d.job_id = payload_defaults_of_delivered_job.job and r.state = 'running')
$$;
comment on function pressrun.payload_defaults_of_delivered_job is
  'The defaults for the payload of a job while a delivery of it runs, so that a relay can compose its document as the body of a mail.';
grant execute on function pressrun.payload_defaults_of_delivered_job to pressrun_relay;
