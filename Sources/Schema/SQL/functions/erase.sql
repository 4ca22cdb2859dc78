create or replace function pressrun.erase(job bigint) returns text[]
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  found_job pressrun.jobs%rowtype;
  removed bigint[];
  files text[];
begin
  select j.* into found_job from pressrun.jobs j where j.id = job and j.kind not like 'deliver.%' for update;
  if not found then
    raise exception 'there is no job %', job using errcode = 'PR005';
  elsif found_job.state not in ('completed', 'cancelled', 'discarded') then
    raise exception 'job % is % and cannot be erased; cancel it first', job, found_job.state using errcode = 'PR006';
  end if;
  removed := pressrun.with_deliveries(array[job]);
  if not job = any (removed) then
    raise exception 'job % has deliveries that are not finished; cancel them first', job using errcode = 'PR006';
  end if;
  files := array(
    select a.sha256 from pressrun.artifacts a where a.job_id = job
    union select i.sha256 from pressrun.job_images i where i.job_id = job
    -- Files that were uploaded for this job only are in no other table.
    union select u.sha256 from pressrun.job_assets u where u.job_id = job);
  if found_job.unique_key is not null then
    delete from pressrun.unique_keys u
    where u.kind = found_job.kind and u.tenant = found_job.tenant and u.unique_key = found_job.unique_key
      and u.job_id = job;
    -- The service makes the unique key of the request's idempotency key, which a later job may hold.
    delete from pressrun.idempotency_keys k
    where k.tenant = found_job.tenant and 'idempotency-key:' || k.key = found_job.unique_key
      and not pressrun.holds_idempotency_key(k.tenant, k.key);
  end if;
  perform pressrun.remove_jobs(removed);
  insert into pressrun.audit_log (principal, name, action, object, tenant)
  values ('login', session_user, 'jobs.erase', 'job ' || job, found_job.tenant);
  return files;
end
$$;
comment on function pressrun.erase is
  'Removes a finished job with its payload, deliveries, receipts, attempts, events and share links before its retention time is over. '
  'Returns the SHA-256 of the files that it had, which the caller removes from the artifact store if nothing else references them. '
  'Recorded in audit_log without any content.';
grant execute on function pressrun.erase to pressrun_operator;
