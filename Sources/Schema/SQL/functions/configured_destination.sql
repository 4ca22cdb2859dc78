create or replace function pressrun.configured_destination(destination text) returns text
language sql stable
as $$
  select d.endpoint from pressrun.destinations d
  where d.endpoint = pressrun.destination_endpoint(destination)
    -- The configuration of a kind is for all names that have none of their own; the names of webhooks are always their own.
    or d.endpoint = split_part(destination, ':', 1) and d.endpoint <> 'webhook'
  order by length(d.endpoint) desc limit 1
$$;
comment on function pressrun.configured_destination is
  'The configured destination that a canonical destination uses; null if it is not configured.';
