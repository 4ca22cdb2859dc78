create or replace function pressrun.register_destinations(destinations jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  wrong text;
begin
  if jsonb_typeof(destinations) is distinct from 'object' or octet_length(destinations::text) > 1048576
    or (select count(*) from jsonb_object_keys(destinations)) > 1000
  then
    raise exception 'the destinations must be a JSON object with at most 1000 members and 1 MB' using errcode = 'PR004';
  end if;
  select d.key into wrong from jsonb_each(destinations) d
  where d.key !~ '^(email|link|(print|folder|s3|webdav|sftp|webhook)(:[A-Za-z0-9][A-Za-z0-9._-]{0,63})?)$'
    or jsonb_typeof(d.value) <> 'object'
    or jsonb_typeof(d.value -> 'settings') <> 'object' or jsonb_typeof(d.value -> 'options') <> 'object'
    or exists (select from jsonb_object_keys(case when jsonb_typeof(d.value) = 'object' then d.value else '{}' end) k
      where k not in ('settings', 'options'))
  order by d.key limit 1;
  if found then
    raise exception 'destination "%" cannot be registered', left(wrong, 100) using errcode = 'PR004',
      hint = 'A destination is a kind such as "email", or a kind and a name such as "s3:reports"; its value is an object with '
        '"settings" and "options", which are objects.';
  end if;
  -- Two processes that register at the same time do so one after the other.
  lock table pressrun.destinations in share row exclusive mode;
  delete from pressrun.destinations r where not register_destinations.destinations ? r.endpoint;
  insert into pressrun.destinations as r (endpoint, settings, options)
  select d.key, coalesce(d.value -> 'settings', '{}'), d.value -> 'options' from jsonb_each(destinations) d
  on conflict (endpoint) do update
    set settings = excluded.settings, options = excluded.options, registered_at = excluded.registered_at
    where (r.settings, r.options) is distinct from (excluded.settings, excluded.options);
end
$$;
comment on function pressrun.register_destinations is
  'Replaces the set of configured destinations. Takes an object with a member for each: {"email": {"settings": {…}, "options": '
  '{…}}, "s3:reports": {}, "webhook": {}}, where a kind alone is for all addresses that have no name of their own. "settings" are public; "options" is the JSON schema of the options of a share.';
grant execute on function pressrun.register_destinations to pressrun_registrar;
