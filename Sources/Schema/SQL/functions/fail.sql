create or replace function pressrun.fail(
  job bigint, lease bigint, code text, message text, permanent boolean, warnings jsonb default '[]',
  out outcome text, out retry_at timestamptz
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_material = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  held pressrun.jobs%rowtype;
  ended record;
begin
  select j.* into held from pressrun.jobs j
  where j.id = fail.job and j.lease = fail.lease and j.state::text = 'running'
    and j.kind not like 'deliver.%'
  for update;
  if not found then
    perform pressrun.record_fenced_writes(1);
    outcome := 'stale';
    return;
  end if;
  ended := pressrun.end_attempt(held, 'failed', code, message, permanent, warnings, null, null);
  outcome := ended.state;
  retry_at := ended.run_at;
end
$$;
comment on function pressrun.fail is
  'Ends an attempt with an error: the job becomes retryable, or discarded if the error is permanent or the attempt was the last '
  'one. Returns the new state and when a retryable job is tried again; "stale" for an old lease, which changes nothing.';
grant execute on function pressrun.fail to pressrun_worker;
