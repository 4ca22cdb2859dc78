create or replace function pressrun.close_batch(tenant text, name text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.check_producer(tenant);
  update pressrun.batches b set held = false, closed = true
  where b.tenant = close_batch.tenant and b.name = close_batch.name;
  if not found then
    raise exception 'there is no batch "%"', left(close_batch.name, 100) using errcode = 'PR005';
  end if;
end
$$;
comment on function pressrun.close_batch is
  'Ends a batch that open_batch holds open: it completes when all its jobs have finished, at once if it has none. Raises PR005 if '
  'there is no such batch.';
grant execute on function pressrun.close_batch to pressrun_producer;
