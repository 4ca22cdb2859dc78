create or replace function pressrun.bind_store(id text) returns text
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.artifact_store default values on conflict do nothing;
  update pressrun.artifact_store s set id = bind_store.id, bound_at = clock_timestamp() where s.id is null;
  select s.id from pressrun.artifact_store s
$$;
comment on function pressrun.bind_store is
  'Records the id of this database''s artifact store if none is recorded, and returns the recorded one.';
grant execute on function pressrun.bind_store to pressrun_worker;
