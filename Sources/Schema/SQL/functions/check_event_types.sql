create or replace function pressrun.check_event_types(types text[]) returns void
language plpgsql immutable
as $$
begin
  if types is null or cardinality(types) not between 1 and 20 or array_ndims(types) <> 1
    or exists (select from unnest(types) t where t is null or t !~ '^[a-z0-9_.*]{1,100}$')
  then
    raise exception 'event types are 1 to 20 patterns of small letters, digits, "_", "." and "*", each of at most 100 bytes'
      using errcode = 'PR004', hint = 'Such as pressrun.job.completed, or pressrun.delivery.*.';
  end if;
end
$$;
comment on function pressrun.check_event_types is 'Raises PR004 for malformed patterns of event types.';
