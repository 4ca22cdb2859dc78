create or replace function pressrun.event_type_matches(types text[], type text) returns boolean
language sql immutable parallel safe
as $$
  select exists (
    select from unnest(types) t where type like replace(replace(t, '_', E'\\_'), '*', '%'))
$$;
comment on function pressrun.event_type_matches is
  'Whether the type of an event matches one of the patterns of a subscription, in which * matches any text.';
