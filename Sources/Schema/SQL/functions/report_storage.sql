create or replace function pressrun.report_storage(worker bigint, size bigint, free bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update pressrun.workers w set storage_bytes = size, storage_free_bytes = least(free, size)
  where w.id = worker
$$;
comment on function pressrun.report_storage is
  'Records the size in bytes of the file system with a worker''s artifact store, and how much of it is free.';
grant execute on function pressrun.report_storage to pressrun_worker;
