create or replace function pressrun.find_or_create_batch(tenant text, name text, held boolean default false) returns bigint
language plpgsql
as $$
#variable_conflict use_column
declare
  batch pressrun.batches%rowtype;
begin
  if find_or_create_batch.name = '' or octet_length(find_or_create_batch.name) > 200
    or find_or_create_batch.name ~ E'[\\x01-\\x1f\\x7f]'
  then
    raise exception 'the name of a batch must have 1 to 200 bytes and no control characters' using errcode = 'PR004';
  end if;
  insert into pressrun.batches as b (tenant, name, held)
  values (find_or_create_batch.tenant, find_or_create_batch.name, find_or_create_batch.held)
  on conflict (tenant, name) do nothing returning b.* into batch;
  if not found then
    select b.* into batch from pressrun.batches b
    where b.tenant = find_or_create_batch.tenant and b.name = find_or_create_batch.name;
    -- The batch does not complete before this transaction ends; if apply_counter_deltas completes it now, this waits and reads it
    -- again. A lock of the row would make transactions above "read committed" fail when the counts change.
    perform pg_advisory_xact_lock_shared(hashtextextended('pressrun.batches ' || batch.id, 0));
    select b.* into batch from pressrun.batches b where b.id = batch.id;
  end if;
  if batch.completed_at is not null then
    raise exception 'batch "%" is complete', left(find_or_create_batch.name, 100)
      using errcode = 'PR006', hint = 'Name a new batch, or hold one open with pressrun.open_batch while jobs are added.';
  end if;
  return batch.id;
end
$$;
comment on function pressrun.find_or_create_batch is
  'Id of the tenant''s batch of a name, created if it does not exist. It does not complete before the transaction ends. Raises PR006 if it '
  'is complete.';
