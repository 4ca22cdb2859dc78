create or replace function pressrun.destination_endpoint(destination text) returns text
language sql immutable parallel safe
as $$
  select case
    when destination like 'email:%' then 'email'
    when destination like 'webhook:%://%' then 'webhook'
    -- Everything else is a kind, or a kind and a name, which a path may follow.
    else split_part(destination, '/', 1)
  end
$$;
comment on function pressrun.destination_endpoint is
  'The name of a canonical destination in the configuration: "s3:reports" for "s3:reports/2026", "email" for any mail address, '
  '"webhook" for any URL.';
