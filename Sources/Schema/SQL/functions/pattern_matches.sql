create or replace function pressrun.pattern_matches(pattern text, value text) returns boolean
language sql immutable parallel safe
as $$
  select value collate "C"
    like replace(replace(replace(replace(pattern, E'\\', E'\\\\'), '%', E'\\%'), '_', E'\\_'), '*', '%') collate "C"
$$;
comment on function pressrun.pattern_matches is 'Whether a pattern, in which "*" matches any text, matches a value as a whole.';
