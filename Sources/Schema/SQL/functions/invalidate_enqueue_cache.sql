create or replace function pressrun.invalidate_enqueue_cache() returns void
language sql
as $$
  select setval('pressrun.enqueue_cache_epoch',
    greatest(1, ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::bigint))
$$;
comment on function pressrun.invalidate_enqueue_cache is
  'Invalidates the enqueue cache of every session: at once, not when this transaction commits. A session that validates between '
  'an operator''s change and its commit caches the old state, so maintenance calls this every second as well.';
