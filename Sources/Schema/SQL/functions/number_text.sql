create or replace function pressrun.number_text(pattern text, number bigint) returns text
language sql immutable
as $$
  select regexp_replace(
    pattern, E'\\{number(:\\d+)?\\}',
    lpad(number::text, greatest(length(number::text), coalesce(substring(pattern from E'\\{number:(\\d+)\\}')::int, 1)), '0'))
$$;
comment on function pressrun.number_text is 'A number as the pattern of its series writes it.';
