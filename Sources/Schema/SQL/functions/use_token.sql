create or replace function pressrun.use_token(id bigint) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
declare
  today constant date := (clock_timestamp() at time zone 'UTC')::date;
begin
  update pressrun.access_tokens t set last_used_on = today
  where t.id = use_token.id and (t.last_used_on is null or t.last_used_on < today);
end
$$;
comment on function pressrun.use_token is 'Records that a token was used today.';
grant execute on function pressrun.use_token to pressrun_service;
