create or replace function pressrun.prepare_job(
  kind text, tenant text, priority int, unique_key text, added int,
  inout destination text, inout run_at timestamptz, inout max_attempts int, inout queue text,
  out state pressrun.job_state, out is_lane_open boolean, out is_awaited boolean
)
language plpgsql
as $$
#variable_conflict use_variable
declare
  -- The transaction ID must be assigned before the lane is read; see request_lane.
  self xid8 := pg_current_xact_id();
  found_kind record;
begin
  select k.queue, k.max_attempts, k.default_destination,
    exists (select from pressrun.queues q where q.name = coalesce(prepare_job.queue, k.queue)) as is_known_queue,
    exists (select from pressrun.limits l where l.max_depth is not null) as has_depth_limits,
    exists (
      select from pressrun.lanes l
      where l.queue = coalesce(prepare_job.queue, k.queue) and l.tenant = prepare_job.tenant
        and l.priority = prepare_job.priority and l.kind = k.name and l.closing is null
    ) or exists (
      select from pressrun.lane_requests r
      where r.queue = coalesce(prepare_job.queue, k.queue) and r.tenant = prepare_job.tenant
        and r.priority = prepare_job.priority and r.kind = k.name and r.xid <= self
    ) as is_lane_open,
    exists (
      select from pressrun.workers w
      where w.stopped_at is null and w.waiting and w.heartbeat_at > clock_timestamp() - interval '2 minutes'
        and (w.queues = '{}' or coalesce(prepare_job.queue, k.queue) = any (w.queues))
    ) as is_awaited
  into found_kind from pressrun.kinds k where k.name = prepare_job.kind and k.name not like 'deliver.%';
  if not found then
    raise exception 'unknown kind "%"', left(kind, 100)
      using errcode = 'PR001',
        hint = coalesce(
          'Known kinds: ' || (select string_agg(k.name, ', ' order by k.name) from pressrun.kinds k
            where k.name not like 'deliver.%') || '.',
          'No kind is known yet: pressrun migrate registers them.');
  end if;
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ E'[\\x01-\\x1f\\x7f]' or tenant = '*' then
    perform pressrun.check_tenant(tenant);
  elsif octet_length(unique_key) > 500 or unique_key = '' then
    raise exception 'a unique key must have 1 to 500 bytes' using errcode = 'PR004';
  elsif max_attempts not between 1 and 1000 then
    raise exception 'max_attempts is %, but must be from 1 to 1000', max_attempts using errcode = 'PR004';
  elsif queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    raise exception 'the name of a queue must have 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  elsif queue like 'deliveries.%' then
    raise exception 'queues whose names begin with "deliveries." are for deliveries' using errcode = 'PR004';
  -- Programs that list jobs could not read other times.
  elsif run_at < '0001-01-01 00:00Z' or run_at >= '10000-01-01 00:00Z' then
    raise exception 'run_at must be a time of the years 1 to 9999' using errcode = 'PR004';
  end if;
  destination := coalesce(destination, found_kind.default_destination, 'none');
  if destination <> 'none' then
    destination := pressrun.check_destination(tenant, kind, destination);
  end if;
  run_at := coalesce(run_at, now());
  max_attempts := coalesce(max_attempts, found_kind.max_attempts);
  queue := coalesce(queue, found_kind.queue);
  state := case when run_at <= clock_timestamp() then 'available' else 'scheduled' end;
  -- The snapshot of a transaction that is not "read committed" may be outdated.
  is_lane_open := found_kind.is_lane_open and current_setting('transaction_isolation') = 'read committed';
  is_awaited := found_kind.is_awaited;
  if not found_kind.is_known_queue then
    insert into pressrun.queues values (queue) on conflict do nothing;
  end if;
  if found_kind.has_depth_limits and state = 'available' then
    perform pressrun.check_depth(queue, added);
  end if;
end
$$;
comment on function pressrun.prepare_job is
  'Validates the arguments of an enqueue of `added` jobs and fills in defaults. Also returns whether claims read the lane '
  'already, and whether a worker waits for a notification.';
