create or replace function pressrun.configured_destination(destination text) returns text
language sql stable
as $$
  select d.endpoint from pressrun.destinations d
  where d.endpoint = pressrun.destination_endpoint(destination)
    -- The configuration of a kind is for all names that have none of their own. The names of printers, folders and webhooks are
    -- always their own: the default ones are those of destinations without a name, and of URLs.
    or d.endpoint = split_part(destination, ':', 1) and d.endpoint not in ('print', 'folder', 'webhook')
  order by length(d.endpoint) desc limit 1
$$;
comment on function pressrun.configured_destination is
  'The configured destination that a canonical destination uses; null if it is not configured.';
