create or replace function pressrun.register_kind(
  name text, queue text, max_attempts int, backoff_base_seconds double precision,
  backoff_limit_seconds double precision, backoff_jitter double precision, timeout_seconds double precision,
  default_destination text, allowed text[], denied text[], schema jsonb default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  default_target record := pressrun.canonical_destination(register_kind.default_destination);
  problem text := pressrun.schema_problem(register_kind.schema);
begin
  if default_target.problem is not null then
    raise exception 'default destination of kind "%": %', register_kind.name, default_target.problem using errcode = 'PR003';
  elsif problem is not null then
    raise exception 'schema of kind "%": %', register_kind.name, problem using errcode = 'PR004';
  end if;
  insert into pressrun.queues values (register_kind.queue) on conflict do nothing;
  insert into pressrun.kinds as k values (
    register_kind.name, register_kind.queue, register_kind.max_attempts, register_kind.backoff_base_seconds,
    register_kind.backoff_limit_seconds, register_kind.backoff_jitter, register_kind.timeout_seconds,
    default_target.canonical, pressrun.check_rules(register_kind.allowed), pressrun.check_rules(register_kind.denied),
    register_kind.schema)
  on conflict (name) do update set
    queue = excluded.queue, max_attempts = excluded.max_attempts,
    backoff_base_seconds = excluded.backoff_base_seconds, backoff_limit_seconds = excluded.backoff_limit_seconds,
    backoff_jitter = excluded.backoff_jitter, timeout_seconds = excluded.timeout_seconds,
    default_destination = excluded.default_destination, allowed = excluded.allowed, denied = excluded.denied,
    schema = excluded.schema
  -- Rows that have not changed are not updated, because an update invalidates the enqueue cache.
  where k is distinct from excluded;
end
$$;
comment on function pressrun.register_kind is
  'Creates or changes a kind. schema is the JSON Schema of its payloads; null accepts all.';
grant execute on function pressrun.register_kind to pressrun_registrar;
