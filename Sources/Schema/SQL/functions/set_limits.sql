create or replace function pressrun.set_limits(
  scope text, name text, max_running int default null, max_depth int default null,
  rate double precision default null, burst double precision default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_limits.scope, set_limits.name);
  if set_limits.scope <> 'queue' and set_limits.max_depth is not null then
    raise exception 'max_depth applies to queues only' using errcode = 'PR004';
  elsif set_limits.scope = 'kind' and (set_limits.rate is not null or set_limits.burst is not null) then
    raise exception 'rate and burst apply to queues and tenants only' using errcode = 'PR004';
  elsif set_limits.max_running < 0 or set_limits.max_depth < 0 then
    raise exception 'limits must not be negative' using errcode = 'PR004';
  -- "not between" also rejects NaN, which sorts above all numbers.
  elsif set_limits.rate not between 1e-6 and 1e6 then
    raise exception 'the rate is % per second, but must be from 0.000001 to 1000000', set_limits.rate using errcode = 'PR004';
  elsif set_limits.burst not between 1 and 1e6 then
    raise exception 'the burst is %, but must be from 1 to 1000000', set_limits.burst using errcode = 'PR004';
  end if;
  insert into pressrun.limits as l (scope, name, max_running, max_depth, rate, burst, tokens)
  values (
    set_limits.scope, set_limits.name, set_limits.max_running, set_limits.max_depth, set_limits.rate, set_limits.burst,
    coalesce(set_limits.burst, greatest(set_limits.rate, 1), 0))
  on conflict (scope, name) do update set
    max_running = excluded.max_running, max_depth = excluded.max_depth, rate = excluded.rate, burst = excluded.burst,
    -- A bucket that had a rate keeps its tokens; otherwise it begins full.
    tokens = case when l.rate is null then excluded.tokens else least(l.tokens, excluded.tokens) end;
  if set_limits.max_depth is not null then
    insert into pressrun.depth_counts (queue) values (set_limits.name) on conflict do nothing;
  end if;
  delete from pressrun.limits l
  where l.scope = set_limits.scope and l.name = set_limits.name
    and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
end
$$;
comment on function pressrun.set_limits is
  'Sets all limits of a queue, tenant or kind; null for none. They apply to later claims and enqueues; running jobs are not '
  'affected.';
grant execute on function pressrun.set_limits to pressrun_service;
grant execute on function pressrun.set_limits to pressrun_operator;
