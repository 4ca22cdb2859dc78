create or replace function pressrun.named_problem(kind text, address text) returns text
language sql immutable parallel safe
as $$
  select case
    -- A "*" is only in rules.
    when split_part(address, '/', 1) !~ '^[A-Za-z0-9*][A-Za-z0-9._*-]{0,63}$'
      then 'the name of a configured destination has 1 to 64 letters, digits, ".", "_" or "-", and begins with a letter or digit'
    when address not like '%/%' then null
    when kind in ('print', 'webhook') then format('"%s" takes a name without a path', kind)
    when address ~ E'[%\\\\]' then 'a "%" or backslash in the path'
    when address ~ '//|/$' then 'an empty part in the path'
    when address ~ E'/\\.\\.?(/|$)' then 'a part "." or ".." in the path'
  end
$$;
comment on function pressrun.named_problem is
  'What is wrong with the address of a destination that is a configured name, with a path or without, or with such a rule.';
