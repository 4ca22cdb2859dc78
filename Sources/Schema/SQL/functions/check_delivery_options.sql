create or replace function pressrun.check_delivery_options(options json) returns void
language plpgsql immutable
as $$
begin
  if json_typeof(options) <> 'object' then
    raise exception 'delivery options must be a JSON object' using errcode = 'PR004';
  elsif octet_length(options::text) > 16384 then
    raise exception 'delivery options have more than 16 kB' using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_delivery_options is
  'Raises PR004 for delivery options that are not a JSON object of at most 16 kB; null is allowed.';
