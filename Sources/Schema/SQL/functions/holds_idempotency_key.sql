create or replace function pressrun.holds_idempotency_key(tenant text, key text) returns boolean
language sql stable
set enable_seqscan = off
as $$
  -- The service makes the unique key of the request's idempotency key.
  select exists (
    select from pressrun.kinds k
    where pressrun.unique_key_holder(k.name, holds_idempotency_key.tenant, 'idempotency-key:' || holds_idempotency_key.key)
      is not null)
$$;
comment on function pressrun.holds_idempotency_key is
  'Whether a job of a tenant holds an idempotency key: it is unfinished, or was enqueued in the last 24 hours.';
