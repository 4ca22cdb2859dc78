create or replace function pressrun.canonical_rule(rule text, out canonical text, out problem text)
language plpgsql immutable strict
as $$
declare
  kind text := split_part(rule, ':', 1);
  pattern text := case when rule like '%:%' then regexp_replace(substr(rule, length(kind) + 2), E'\\*+', '*', 'g') end;
  part record;
begin
  if octet_length(rule) > 1024 then
    problem := 'longer than 1024 bytes';
  elsif rule ~ E'[^\\x21-\\x7e]' and rule ~ pressrun.unsafe_characters() then
    problem := 'spaces, or control, format or private-use characters';
  elsif rule = '*' then
    canonical := '*';
  elsif kind in ('clipboard', 'messages') then
    problem := format('no destination is of the kind "%s"', kind);
  elsif kind <> all (pressrun.destination_kinds()) or kind = 'none' then
    problem := format('unknown kind "%s"', kind);
  elsif pattern = '' then
    problem := 'the address is empty';
  elsif pattern is null or pattern = '*' then
    canonical := kind || coalesce(':' || pattern, '');
  elsif kind = 'link' then
    problem := '"link" takes no address';
  else
    if kind = 'email' then
      part := pressrun.canonical_email_pattern(pattern);
    elsif kind = 'webhook' and (pattern like '%:%' or pattern like '%/%' or pattern like 'http%') then
      part := pressrun.canonical_url_pattern(pattern);
    elsif kind = 'webhook' and pattern like '*%' then
      select null as canonical, 'begin with a name, or with a URL such as "https://*.example/*"' as problem into part;
    else
      select normalize(pattern, NFC) as canonical, pressrun.named_problem(kind, pattern) as problem into part;
    end if;
    problem := part.problem;
    canonical := case when problem is null then kind || ':' || part.canonical end;
  end if;
end
$$;
comment on function pressrun.canonical_rule is
  'The canonical form of a policy rule, or what is wrong with it. A rule that no canonical destination can match is wrong.';
