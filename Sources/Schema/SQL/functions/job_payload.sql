create or replace function pressrun.job_payload(job bigint) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select p.payload::text from pressrun.payloads p where p.job_id = job_payload.job
$$;
comment on function pressrun.job_payload is 'The payload of a job as it was enqueued; null if it is gone.';
grant execute on function pressrun.job_payload to pressrun_service;
