create or replace function pressrun.store_prefix() returns text
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.artifact_store default values on conflict do nothing;
  select s.prefix from pressrun.artifact_store s
$$;
comment on function pressrun.store_prefix is
  'The beginning of the id that a new artifact store of this database gets. It is always the same.';
grant execute on function pressrun.store_prefix to pressrun_producer;
grant execute on function pressrun.store_prefix to pressrun_worker;
grant execute on function pressrun.store_prefix to pressrun_relay;
grant execute on function pressrun.store_prefix to pressrun_service;
grant execute on function pressrun.store_prefix to pressrun_operator;
