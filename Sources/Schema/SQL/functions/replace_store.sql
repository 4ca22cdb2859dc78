create or replace function pressrun.replace_store(id text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.artifact_store as s (id) values (replace_store.id)
  on conflict (only_row) do update set id = excluded.id, bound_at = clock_timestamp()
$$;
comment on function pressrun.replace_store is
  'Records the id of another artifact store: the artifacts have been moved or restored there. For the owner of the schema.';
