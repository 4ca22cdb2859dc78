create or replace function pressrun.open_batch(tenant text, name text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  batch bigint;
begin
  perform pressrun.check_tenant(tenant);
  perform pressrun.check_producer(tenant);
  batch := pressrun.find_or_create_batch(tenant, name, true);
  update pressrun.batches b set held = true, closed = false where b.id = batch;
  return batch;
end
$$;
comment on function pressrun.open_batch is
  'Creates a batch that does not complete before close_batch, so that jobs can be added over time. An existing batch is held '
  'open from now on. Returns its id.';
grant execute on function pressrun.open_batch to pressrun_producer;
