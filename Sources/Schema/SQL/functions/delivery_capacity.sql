create or replace function pressrun.delivery_capacity(per_queue int, queues text[], capacities int[]) returns jsonb
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_variable
declare
  result jsonb := '{}';
  found_queue text;
  capacity int;
  breaker pressrun.breakers%rowtype;
begin
  for found_queue, capacity in
    -- A loose index scan: the next queue after each, whatever the number of lanes.
    with recursive names as (
      (select l.queue from pressrun.lanes l order by l.queue limit 1)
      union all
      select (select l.queue from pressrun.lanes l where l.queue > n.queue order by l.queue limit 1)
      from names n where n.queue is not null
    )
    select n.queue, coalesce(capacities[array_position(queues, n.queue)], per_queue)
    from names n where n.queue like 'deliveries.%'
    order by n.queue
  loop
    continue when capacity <= 0;
    select b.* into breaker from pressrun.breakers b where b.queue = found_queue and b.state <> 'closed';
    if found then
      capacity := pressrun.probe_capacity(breaker);
    end if;
    if capacity > 0 then
      result := result || jsonb_build_object('queue ' || found_queue, capacity);
    end if;
  end loop;
  return result;
end
$$;
comment on function pressrun.delivery_capacity is
  'How many deliveries a relay may claim from each delivery queue that has a lane: capacities for the queues named, per_queue for '
  'the others, and what the circuit breaker allows: {"queue deliveries.email": 4}.';
