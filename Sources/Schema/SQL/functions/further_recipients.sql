create or replace function pressrun.further_recipients(options json) returns setof text
language sql immutable parallel safe
as $$
  select 'email:' || a.address
  from unnest(array['to', 'cc', 'bcc']) m (name)
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(options::jsonb -> m.name)
        when 'array' then options::jsonb -> m.name when 'string' then jsonb_build_array(options::jsonb -> m.name) else '[]' end)
      a (address)
$$;
comment on function pressrun.further_recipients is
  'The mail addresses that delivery options name beside the destination, as destinations.';
