create or replace function pressrun.invalidate_enqueue_cache_on_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform pressrun.invalidate_enqueue_cache();
  return null;
end
$$;
comment on function pressrun.invalidate_enqueue_cache_on_change is
  'Trigger of the tables from which enqueue validates: a change applies to the next enqueue of every session.';
create or replace trigger invalidate_enqueue_cache after insert or update or delete or truncate on pressrun.kinds
  for each statement execute function pressrun.invalidate_enqueue_cache_on_change();
create or replace trigger invalidate_enqueue_cache after insert or update or delete or truncate on pressrun.policies
  for each statement execute function pressrun.invalidate_enqueue_cache_on_change();
create or replace trigger invalidate_enqueue_cache after insert or update or delete or truncate on pressrun.destinations
  for each statement execute function pressrun.invalidate_enqueue_cache_on_change();
create or replace trigger invalidate_enqueue_cache after insert or update or delete or truncate on pressrun.producer_tenants
  for each statement execute function pressrun.invalidate_enqueue_cache_on_change();
create or replace trigger invalidate_enqueue_cache
  after insert or update of max_depth or delete or truncate on pressrun.limits
  for each statement execute function pressrun.invalidate_enqueue_cache_on_change();
