create or replace function pressrun.check_event_types(types text[]) returns void
language plpgsql immutable
as $$
declare
  known constant text[] := '{pressrun.job.progress, pressrun.job.completed, pressrun.job.cancelled, pressrun.job.discarded,
    pressrun.batch.completed, pressrun.delivery.delivered, pressrun.delivery.failed, pressrun.delivery.cancelled,
    pressrun.delivery.refused}';
  useless text;
begin
  if types is null or cardinality(types) not between 1 and 20 or array_ndims(types) <> 1
    or exists (select from unnest(types) t where t is null or t !~ '^[a-z0-9_.*]{1,100}$')
  then
    raise exception 'event types are 1 to 20 patterns of small letters, digits, "_", "." and "*", each of at most 100 bytes'
      using errcode = 'PR004', hint = 'Such as pressrun.job.completed, or pressrun.delivery.*.';
  end if;
  select t into useless from unnest(types) t
  where not exists (select from unnest(known) k where pressrun.event_type_matches(array[t], k)) limit 1;
  if found then
    raise exception 'no event has a type that matches "%"', useless
      using errcode = 'PR004', hint = format('The types are %s.', array_to_string(known, ', '));
  end if;
end
$$;
comment on function pressrun.check_event_types is
  'Raises PR004 for patterns of event types that are malformed, or that no event matches.';
