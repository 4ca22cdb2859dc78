create or replace function pressrun.count_share_attempt(id uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
begin
  update pressrun.share_links s set password_failures = s.password_failures + 1
  where s.id = count_share_attempt.id and s.password_failures < 20;
  return found;
end
$$;
comment on function pressrun.count_share_attempt is
  'Counts a password before it is compared, so that concurrent attempts cannot exceed the limit of 20. Returns false if the link '
  'is locked. A right password (clear_share_attempts) and a download set the count back to 0.';
grant execute on function pressrun.count_share_attempt to pressrun_relay;
grant execute on function pressrun.count_share_attempt to pressrun_service;
