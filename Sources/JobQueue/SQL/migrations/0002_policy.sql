-- Destinations, and the policy that allows or denies them. `Sharing.Destination` and `Sharing.Policy` are the same
-- rules in Swift; one table of cases tests both.

create function pressrun.destination_kinds() returns text[]
language sql immutable parallel safe
as $$ select array['none', 'email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook'] $$;

create function pressrun.destination_problem(destination text) returns text
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
  'What is wrong with the text of a destination; null where nothing is.';

create function pressrun.rule_problem(rule text) returns text
language plpgsql immutable parallel safe
as $$
declare
  kind text := split_part(rule, ':', 1);
begin
  if rule is null then
    return 'a rule is null';
  elsif rule = '*' then
    return null;
  elsif octet_length(rule) > 1024 then
    return 'longer than 1024 bytes';
  elsif rule ~ '[\x01-\x1f\x7f]' then
    return 'control characters';
  elsif kind <> all (pressrun.destination_kinds()) or kind = 'none' then
    return format('unknown kind "%s"', kind);
  elsif rule = kind || ':' then
    return 'the address is empty';
  end if;
  return null;
end
$$;
comment on function pressrun.rule_problem is 'What is wrong with a rule of a policy; null where nothing is.';

create function pressrun.rule_matches(rule text, destination text) returns boolean
language plpgsql immutable parallel safe
as $$
declare
  pattern text;
begin
  if rule = '*' then
    return true;
  elsif position(':' in rule) = 0 then
    return split_part(destination, ':', 1) = rule;
  end if;
  pattern := replace(replace(replace(replace(rule, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');
  -- Addresses of mail are the same in capitals; everything else is compared as it is.
  if destination like 'email:%' then
    return lower(destination collate "C") like lower(pattern collate "C");
  end if;
  return destination collate "C" like pattern collate "C";
end
$$;
comment on function pressrun.rule_matches is
  'Whether a rule (`*`, a kind, or a kind with an address in which `*` stands for anything) speaks of a '
  'destination.';

create function pressrun.rules_refusal(owner text, sharing boolean, allowed text[], denied text[], destination text)
returns text
language plpgsql immutable parallel safe
as $$
declare
  rule text;
begin
  if destination = 'none' then
    return null;
  elsif not sharing then
    return format('sharing is off for %s', owner);
  end if;
  foreach rule in array denied loop
    if pressrun.rule_matches(rule, destination) then
      return format('denied by rule "%s" of %s', rule, owner);
    end if;
  end loop;
  if cardinality(allowed) = 0 then
    return null;
  end if;
  foreach rule in array allowed loop
    if pressrun.rule_matches(rule, destination) then
      return null;
    end if;
  end loop;
  return format('not allowed by %s, which allows only %s', owner, array_to_string(allowed, ', '));
end
$$;

create function pressrun.refusal(tenant text, kind text, destination text) returns text
language plpgsql stable
as $$
declare
  policy pressrun.policies%rowtype;
  settings pressrun.kinds%rowtype;
  rule text;
begin
  if destination = 'none' then
    return null;
  end if;
  select p.* into policy from pressrun.policies p where p.tenant = refusal.tenant;
  if found then
    rule := pressrun.rules_refusal(
      format('tenant "%s"', tenant), policy.sharing, policy.allowed, policy.denied, destination);
    if rule is not null then
      return rule;
    end if;
  end if;
  select k.* into settings from pressrun.kinds k where k.name = refusal.kind;
  if found then
    return pressrun.rules_refusal(format('kind "%s"', kind), true, settings.allowed, settings.denied, destination);
  end if;
  return null;
end
$$;
comment on function pressrun.refusal is 'The rule that refuses a destination; null where it is allowed.';

create function pressrun.check_destination(tenant text, kind text, destination text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  problem text := pressrun.destination_problem(destination);
  rule text;
begin
  if destination is null then
    raise exception 'no destination is named' using errcode = 'PR003';
  elsif problem is not null then
    raise exception 'destination "%" cannot be used: %', left(destination, 100), problem using errcode = 'PR003';
  end if;
  rule := pressrun.refusal(tenant, kind, destination);
  if rule is not null then
    raise exception 'destination "%" is refused: %', destination, rule
      using errcode = 'PR002', detail = rule,
        hint = 'Choose another destination, or change the policy with pressrun.set_policy.';
  end if;
end
$$;
comment on function pressrun.check_destination is
  'Raises PR003 for a destination that makes no sense, and PR002 for one that is denied, with the rule that denied '
  'it.';

create function pressrun.check_tenant(tenant text) returns void
language plpgsql immutable
as $$
begin
  if tenant is null or tenant = '' or octet_length(tenant) > 200 or tenant ~ '[\x01-\x1f\x7f]' then
    raise exception 'a tenant is named by 1 to 200 bytes without control characters' using errcode = 'PR004';
  end if;
end
$$;

create function pressrun.check_rules(rules text[]) returns void
language plpgsql immutable
as $$
declare
  rule text;
begin
  if rules is null or cardinality(rules) > 1000 then
    raise exception 'a policy has a list of at most 1000 rules' using errcode = 'PR004';
  end if;
  foreach rule in array rules loop
    if pressrun.rule_problem(rule) is not null then
      raise exception 'rule "%" cannot be used: %', left(rule, 100), pressrun.rule_problem(rule)
        using errcode = 'PR004',
          hint = 'A rule is "*", a destination kind such as "email", or one with an address: "email:*@fund.example".';
    end if;
  end loop;
end
$$;

create function pressrun.set_policy(
  tenant text, sharing boolean default true, allowed text[] default '{}', denied text[] default '{}'
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_tenant(set_policy.tenant);
  perform pressrun.check_rules(set_policy.allowed);
  perform pressrun.check_rules(set_policy.denied);
  insert into pressrun.policies as p (tenant, sharing, allowed, denied)
  values (set_policy.tenant, coalesce(set_policy.sharing, true), set_policy.allowed, set_policy.denied)
  on conflict (tenant) do update
    set sharing = excluded.sharing, allowed = excluded.allowed, denied = excluded.denied, changed_at = now();
end
$$;
comment on function pressrun.set_policy is
  'Sets what a tenant may share. Denied rules win over allowed ones; no allowed rule allows all; sharing off '
  'refuses all.';
