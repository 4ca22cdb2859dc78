create or replace function pressrun.remove_jobs(ids bigint[], out jobs int, out attempts int, out events int)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off
as $$
declare
  affected int;
begin
  insert into pressrun.counter_deltas (kind, tenant, state, jobs)
  select j.kind, j.tenant, j.state, -count(*) from pressrun.jobs j where j.id = any (ids)
  group by j.kind, j.tenant, j.state;
  delete from pressrun.payloads p where p.job_id = any (ids);
  delete from pressrun.artifacts a where a.job_id = any (ids);
  delete from pressrun.deliveries d where d.job_id = any (ids);
  delete from pressrun.job_assets u where u.job_id = any (ids);
  delete from pressrun.job_images i where i.job_id = any (ids);
  delete from pressrun.delivery_options o where o.job_id = any (ids);
  delete from pressrun.share_links l where l.job_id = any (ids);
  delete from pressrun.attempts a where a.job_id = any (ids);
  get diagnostics attempts = row_count;
  -- Two statements, because the table has two partial indexes by job.
  delete from pressrun.events e where e.job_id = any (ids) and e.type = 'pressrun.job.completed';
  get diagnostics events = row_count;
  delete from pressrun.events e where e.job_id = any (ids) and e.type <> 'pressrun.job.completed';
  get diagnostics affected = row_count;
  events := events + affected;
  delete from pressrun.jobs j where j.id = any (ids);
  get diagnostics jobs = row_count;
end
$$;
comment on function pressrun.remove_jobs is
  'Removes finished jobs and deliveries, which the caller has locked, with everything that belongs to them. Returns the number of rows.';
