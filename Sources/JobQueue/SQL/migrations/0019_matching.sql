-- Retrying and cancelling all that match a filter, a part at a time: each part is a transaction of its own, so that nobody
-- waits for the whole.

create function pressrun.matching(
  states text[], kind text, tenant text, queue text, batch text, error_code text, after_id bigint, max_jobs int
) returns setof bigint
language sql stable
as $$
  select j.id from pressrun.jobs j
  where j.id > matching.after_id and j.state = any (matching.states::pressrun.job_state[])
    and (matching.kind is null or j.kind = matching.kind)
    and (matching.tenant is null or j.tenant = matching.tenant)
    and (matching.queue is null or j.queue = matching.queue)
    and (matching.batch is null or j.batch_id in (select b.id from pressrun.batches b where b.name = matching.batch))
    and (matching.error_code is null or matching.error_code = (
      select t.error_code from pressrun.attempts t
      where t.job_id = j.id and t.outcome in ('failed', 'expired', 'refused') order by t.lease desc limit 1))
  order by j.id limit matching.max_jobs
$$;
comment on function pressrun.matching is
  'Ids after one, in order, of jobs in these states of which all else holds that is not null; error_code is that of the last '
  'attempt that failed.';

create function pressrun.retry_matching(
  states text[] default '{discarded}', kind text default null, tenant text default null, queue text default null,
  batch text default null, error_code text default null, after_id bigint default 0, max_jobs int default 1000
) returns table (job_id bigint, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
#variable_conflict use_variable
begin
  for job_id in select pressrun.matching(states, kind, tenant, queue, batch, error_code, after_id, max_jobs) loop
    problem := null;
    begin
      perform pressrun.retry(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      -- It has gone on meanwhile, or its unique key is another's by now.
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.retry_matching is
  'Retries jobs that match, the next max_jobs of them after an id, and says which could not be.';

create function pressrun.cancel_matching(
  states text[] default '{scheduled,available,running,retryable}', kind text default null, tenant text default null,
  queue text default null, batch text default null, error_code text default null, after_id bigint default 0,
  max_jobs int default 1000
) returns table (job_id bigint, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
#variable_conflict use_variable
begin
  for job_id in select pressrun.matching(states, kind, tenant, queue, batch, error_code, after_id, max_jobs) loop
    problem := null;
    begin
      perform pressrun.cancel(job_id);
    exception when sqlstate 'PR005' or sqlstate 'PR006' then
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.cancel_matching is
  'Cancels jobs that match, or asks their workers to stop: the next max_jobs of them after an id.';

create function pressrun.install_operating_roles() returns text
language plpgsql
as $$
begin
  grant execute on function pressrun.register_schedules(text, jsonb), pressrun.prune_step() to pressrun_worker;
  grant select on pressrun.schedules, pressrun.schedule_status to pressrun_worker;
  grant execute on function pressrun.prune_preview() to pressrun_monitor;
  grant select on pressrun.schedule_status, pressrun.retention to pressrun_monitor;
  return null;
exception when insufficient_privilege or undefined_object then
  return 'this login may not grant to the roles';
end
$$;
comment on function pressrun.install_operating_roles is
  'Grants to the roles what schedules and retention need; see install_roles.';

revoke execute on all functions in schema pressrun from public;

select pressrun.install_operating_roles();
