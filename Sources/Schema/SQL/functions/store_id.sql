create or replace function pressrun.store_id() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select s.id from pressrun.artifact_store s $$;
comment on function pressrun.store_id is 'The id of this database''s artifact store; null if none has been used yet.';
grant execute on function pressrun.store_id to pressrun_producer;
grant execute on function pressrun.store_id to pressrun_worker;
grant execute on function pressrun.store_id to pressrun_relay;
grant execute on function pressrun.store_id to pressrun_service;
grant execute on function pressrun.store_id to pressrun_operator;
