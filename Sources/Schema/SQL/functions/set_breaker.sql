create or replace function pressrun.set_breaker(
  queue text, threshold int default 5, first_probe_seconds double precision default 30,
  max_probe_seconds double precision default 600
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if set_breaker.queue is null or set_breaker.queue !~ E'^deliveries\\.[A-Za-z0-9_.-]{1,89}$' then
    raise exception '"%" is not a delivery queue', left(set_breaker.queue, 100) using errcode = 'PR004';
  end if;
  insert into pressrun.breakers as b (queue, threshold, first_probe_seconds, max_probe_seconds)
  values (set_breaker.queue, set_breaker.threshold, set_breaker.first_probe_seconds, set_breaker.max_probe_seconds)
  on conflict (queue) do update set
    threshold = excluded.threshold, first_probe_seconds = excluded.first_probe_seconds,
    max_probe_seconds = excluded.max_probe_seconds;
exception when check_violation or not_null_violation then
  raise exception 'a circuit breaker has a threshold of 1 to 1000 and pauses of 1 to 86400 seconds' using errcode = 'PR004';
end
$$;
comment on function pressrun.set_breaker is
  'Sets after how many consecutive failures the circuit breaker of a delivery queue opens, and the pauses before its probes. Its '
  'state is kept.';
grant execute on function pressrun.set_breaker to pressrun_registrar;
