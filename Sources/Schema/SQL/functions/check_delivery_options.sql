create or replace function pressrun.check_delivery_options(options json) returns void
language plpgsql immutable
as $$
begin
  if json_typeof(options) <> 'object' then
    raise exception 'delivery options must be a JSON object' using errcode = 'PR004';
  elsif octet_length(options::text) > 16384 then
    raise exception 'delivery options have more than 16 kB' using errcode = 'PR004';
  elsif (
    case json_typeof(options -> 'output')
      when 'array' then json_array_length(options -> 'output') not between 1 and 20
        or exists (select from json_array_elements(options -> 'output') o where json_typeof(o) <> 'string')
      else json_typeof(options -> 'output') not in ('string', 'null') end)
  then
    raise exception 'the delivery option "output" must be the name of an output, or a list of 1 to 20 names'
      using errcode = 'PR004';
  elsif concat(options ->> 'subject', options ->> 'file_name') ~ E'[\\u0001-\\u001f\\u007f-\\u009f\\u2028\\u2029]' then
    raise exception 'the delivery options "subject" and "file_name" must be one line without control characters'
      using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_delivery_options is
  'Raises PR004 for delivery options that are not a JSON object of at most 16 kB, or whose member "output" is neither a name nor a '
  'list of names, or whose members "subject" and "file_name" are not one line; null is allowed.';
