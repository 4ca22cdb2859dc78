create or replace function pressrun.destination_problem(destination text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  colon int := position(':' in destination);
  kind text := split_part(destination, ':', 1);
  address text := case when colon > 0 then substr(destination, colon + 1) end;
begin
  if octet_length(destination) > 1024 then
    return 'longer than 1024 bytes';
  elsif destination ~ '[\x01-\x1f\x7f]' then
    return 'control characters';
  elsif kind <> all (pressrun.destination_kinds()) then
    return format('unknown kind "%s"; known are %s', kind, array_to_string(pressrun.destination_kinds(), ', '));
  elsif kind = 'none' then
    return case when address is not null then '"none" takes no address' end;
  elsif address = '' then
    return 'the address is empty';
  elsif kind = 'print' then
    return null;
  elsif kind = 'folder' then
    return case when string_to_array(address, '/') && array['', '.', '..']
      then 'a folder is named by a relative path without "." and ".."' end;
  elsif address is null then
    return format('"%s" needs an address', kind);
  elsif kind = 'email' then
    return case when address !~ '^[^@ :;,<>"]+@[^@ :;,<>"]+$' then 'not an email address' end;
  elsif address ~ ' ' then
    return 'spaces in the address';
  elsif kind = 'webhook' and address !~ '^https?://.' then
    return 'a webhook is an http or https address';
  end if;
  return null;
end
$$;
comment on function pressrun.destination_problem is
  'What is wrong with the syntax of a destination; null if it is valid.';
