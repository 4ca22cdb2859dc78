create or replace function pressrun.clear_share_attempts(id uuid) returns void
language sql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
  update pressrun.share_links s set password_failures = 0 where s.id = clear_share_attempts.id
$$;
comment on function pressrun.clear_share_attempts is
  'Sets the count of count_share_attempt back to 0, after a right password.';
grant execute on function pressrun.clear_share_attempts to pressrun_relay;
grant execute on function pressrun.clear_share_attempts to pressrun_service;
