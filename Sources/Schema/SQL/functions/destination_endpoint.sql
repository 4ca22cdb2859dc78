create or replace function pressrun.destination_endpoint(destination text) returns text
language sql immutable parallel safe
as $$
  select case split_part(destination, ':', 1)
    when 'email' then 'email'
    when 'webhook' then
      case when destination like '%://%' then 'webhook' else destination end
    -- Everything else is a kind, or a kind and a configured name, which a path may follow.
    else split_part(destination, '/', 1)
  end
$$;
comment on function pressrun.destination_endpoint is
  'The configured destination that a canonical destination uses: "s3:reports" for "s3:reports/2026", "email" for any address.';
