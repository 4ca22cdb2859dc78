create or replace function pressrun.claim_idempotency_key(tenant text, key text, sha256 text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  known text;
  reserved boolean;
  -- Constant, so that the condition is one of the index.
  moment constant timestamptz := clock_timestamp();
begin
  perform pressrun.check_producer(claim_idempotency_key.tenant);
  -- An expired key may not be among the oldest, which are removed below. One that was kept for its job expires when the job ends.
  delete from pressrun.idempotency_keys k
  where k.tenant = claim_idempotency_key.tenant and k.key = claim_idempotency_key.key and (k.expires_at <= moment or k.kept)
    and not pressrun.holds_idempotency_key(k.tenant, k.key);
  -- Waits for a concurrent request with the same key.
  insert into pressrun.idempotency_keys as k
  values (claim_idempotency_key.tenant, claim_idempotency_key.key, claim_idempotency_key.sha256, moment + interval '24 hours')
  on conflict on constraint idempotency_keys_pkey do nothing;
  reserved := found;
  -- The keys of others are locked last: a request that waited for its own key could otherwise hold that of another one. Keys whose
  -- jobs are unfinished are looked at again later, so that they do not keep others from being removed.
  with oldest as materialized (
    select e.tenant, e.key from pressrun.idempotency_keys e where e.expires_at <= moment
    order by e.expires_at limit 20 for update skip locked
  ), judged as materialized (
    select o.tenant, o.key, pressrun.holds_idempotency_key(o.tenant, o.key) as is_held from oldest o
  ), kept as (
    update pressrun.idempotency_keys k set expires_at = moment + interval '1 hour', kept = true from judged j
    where j.is_held and k.tenant = j.tenant and k.key = j.key
  )
  delete from pressrun.idempotency_keys k using judged j where not j.is_held and k.tenant = j.tenant and k.key = j.key;
  if reserved then return; end if;
  select k.sha256 into known from pressrun.idempotency_keys k
  where k.tenant = claim_idempotency_key.tenant and k.key = claim_idempotency_key.key;
  if known is distinct from claim_idempotency_key.sha256 then
    raise exception 'the idempotency key belongs to another request of the last 24 hours, or to one whose job is not finished'
      using errcode = 'PR008', hint = 'Use a new key for a new request.';
  end if;
end
$$;
comment on function pressrun.claim_idempotency_key is
  'Reserves an idempotency key of a tenant for a request in the caller''s transaction, for 24 hours and as long as its job is '
  'unfinished. Raises PR008 if another request has it.';
grant execute on function pressrun.claim_idempotency_key to pressrun_service;
