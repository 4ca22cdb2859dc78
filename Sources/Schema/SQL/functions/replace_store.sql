create or replace function pressrun.replace_store(id text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.artifact_store as s (id, bound_at) values (replace_store.id, clock_timestamp())
  on conflict (only_row) do update set id = excluded.id, bound_at = excluded.bound_at
$$;
comment on function pressrun.replace_store is
  'Records the id of another artifact store: the artifacts have been moved or restored there. For the owner of the schema.';
