-- Setting limits, pausing and resuming.

create function pressrun.check_scope(scope text, name text) returns void
language plpgsql
as $$
begin
  if scope is null or scope not in ('queue', 'tenant', 'kind') then
    raise exception 'limits are set for a queue, a tenant or a kind' using errcode = 'PR004';
  elsif scope = 'tenant' then
    perform pressrun.check_tenant(name);
  elsif scope = 'kind' and not exists (select from pressrun.kinds k where k.name = check_scope.name) then
    raise exception 'unknown kind "%"', left(name, 100) using errcode = 'PR001';
  elsif scope = 'queue' and (name is null or name !~ '^[A-Za-z0-9_.-]{1,100}$') then
    raise exception 'a queue is named by 1 to 100 letters, digits, ".", "_" or "-"' using errcode = 'PR004';
  end if;
end
$$;

create function pressrun.set_limits(
  scope text, name text, max_running int default null, max_depth int default null,
  rate double precision default null, burst double precision default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_limits.scope, set_limits.name);
  if set_limits.scope <> 'queue' and set_limits.max_depth is not null then
    raise exception 'only a queue has a depth' using errcode = 'PR004';
  elsif set_limits.scope <> 'tenant' and (set_limits.rate is not null or set_limits.burst is not null) then
    raise exception 'only a tenant has a rate' using errcode = 'PR004';
  elsif set_limits.max_running < 0 or set_limits.max_depth < 0 or set_limits.rate <= 0 or set_limits.burst < 1 then
    raise exception 'limits are not negative, a rate is above 0, and a burst at least 1' using errcode = 'PR004';
  end if;
  insert into pressrun.limits as l (scope, name, max_running, max_depth, rate, burst, tokens)
  values (
    set_limits.scope, set_limits.name, set_limits.max_running, set_limits.max_depth, set_limits.rate, set_limits.burst,
    coalesce(set_limits.burst, greatest(set_limits.rate, 1), 0))
  on conflict (scope, name) do update set
    max_running = excluded.max_running, max_depth = excluded.max_depth, rate = excluded.rate, burst = excluded.burst,
    -- A tenant that was limited before keeps what it has; another one begins with a full bucket.
    tokens = case when l.rate is null then excluded.tokens else least(l.tokens, excluded.tokens) end,
    depth_seen = null, depth_sequence = null;
  delete from pressrun.limits l
  where l.scope = set_limits.scope and l.name = set_limits.name
    and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
end
$$;
comment on function pressrun.set_limits is
  'Sets all limits of a queue, tenant or kind; null for none. They hold for claims and enqueues from now on: what runs, '
  'runs on.';

create function pressrun.set_paused(scope text, name text, paused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_paused.scope, set_paused.name);
  if set_paused.paused then
    insert into pressrun.limits as l (scope, name, paused) values (set_paused.scope, set_paused.name, true)
    on conflict (scope, name) do update set paused = true;
  else
    update pressrun.limits l set paused = false where l.scope = set_paused.scope and l.name = set_paused.name;
    delete from pressrun.limits l
    where l.scope = set_paused.scope and l.name = set_paused.name
      and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
    perform pg_notify('pressrun_jobs', case set_paused.scope when 'queue' then set_paused.name else q.name end)
    from pressrun.queues q where set_paused.scope <> 'queue' or q.name = set_paused.name;
  end if;
end
$$;
comment on function pressrun.set_paused is
  'Pauses a queue, tenant or kind: nothing more of it is claimed, and what runs is finished. Or resumes it.';
