create or replace function pressrun.canonical_email_pattern(pattern text, out canonical text, out problem text)
language plpgsql immutable strict
as $$
declare
  host record;
begin
  -- Mail addresses are compared without regard to case.
  canonical := regexp_replace(lower(pattern collate "C"), E'\\.$', '');
  if pattern ~ E'@.*[^\\x21-\\x7e]' then
    problem := 'the host has characters outside ASCII; write its ASCII form (xn--…)';
  elsif canonical !~ '^[a-z0-9#$&''*+/=?^_`{|}~.-]*(@[a-z0-9_.*-]+)?$' or canonical !~ '[@*]'
    or canonical ~ E'^[.@]|\\.\\.|\\.@|@\\.'
  then
    problem := 'no mail address has this form';
  elsif canonical ~ '@' and split_part(canonical, '@', 2) !~ E'\\*' then
    host := pressrun.canonical_host(split_part(canonical, '@', 2));
    problem := coalesce(
      host.problem, case when host.canonical ~ '^[0-9.]+$' then 'the domain of a mail address is a name' end);
  end if;
  if problem is not null then
    canonical := null;
  end if;
end
$$;
comment on function pressrun.canonical_email_pattern is
  'The canonical form of the address of a rule for "email", in which "*" matches any text; or why nothing can match it.';
