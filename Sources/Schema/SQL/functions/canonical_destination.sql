create or replace function pressrun.canonical_destination(destination text, out canonical text, out problem text)
language plpgsql immutable
as $$
declare
  kind text := split_part(destination, ':', 1);
  address text := case when destination like '%:%' then substr(destination, length(kind) + 2) end;
  part record;
begin
  if destination is null then
    return;
  elsif octet_length(destination) > 1024 then
    problem := 'longer than 1024 bytes';
  elsif destination ~ E'[^\\x21-\\x7e]' and destination ~ pressrun.unsafe_characters() then
    problem := 'spaces, or control, format or private-use characters';
  elsif kind in ('clipboard', 'messages') then
    problem := format('a server cannot reach "%s"; use "link" and hand the link on', kind);
  elsif kind <> all (pressrun.destination_kinds()) then
    problem := format('unknown kind "%s"; known are %s', kind, array_to_string(pressrun.destination_kinds(), ', '));
  elsif kind in ('none', 'link') then
    problem := case when address is not null then format('"%s" takes no address', kind) end;
  elsif address is null then
    problem := case when kind not in ('print', 'folder') then format('"%s" needs an address', kind) end;
  elsif address = '' then
    problem := 'the address is empty';
  elsif kind = 'email' then
    if address !~ E'^[A-Za-z0-9#$&''*+/=?^_`{|}~-]+(\\.[A-Za-z0-9#$&''*+/=?^_`{|}~-]+)*@[^@]+$' then
      problem := 'not an email address such as pm@fund.example; names, quotes, "%" and "!" are not allowed';
    elsif position('@' in address) > 65 then
      problem := 'the part before "@" has more than 64 characters';
    else
      part := pressrun.canonical_host(split_part(address, '@', 2));
      problem := coalesce(
        part.problem, case when part.canonical ~ E'^\\[|^[0-9.]+$' then 'the domain of a mail address is a name' end);
      destination := 'email:' || split_part(address, '@', 1) || '@' || part.canonical;
    end if;
  elsif kind = 'webhook' and (address like '%:%' or address like '%/%') then
    part := pressrun.canonical_url(address);
    problem := part.problem;
    destination := 'webhook:' || part.canonical;
  else
    problem := case when address like '%*%' then 'a "*", which only rules may have' else pressrun.named_problem(kind, address) end;
    if problem is null and address ~ E'[^\\x21-\\x7e]' then
      destination := kind || ':' || normalize(address, NFC);
    end if;
  end if;
  if problem is null then
    canonical := destination;
  end if;
end
$$;
comment on function pressrun.canonical_destination is
  'The canonical form of a destination, which is what rules are compared with and what is stored; or what is wrong with it. '
  'Spellings that reach the same target have the same canonical form. Both are null for null.';
