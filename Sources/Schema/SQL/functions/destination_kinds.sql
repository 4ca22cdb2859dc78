create or replace function pressrun.destination_kinds() returns text[]
language sql immutable parallel safe
as $$ select array['none', 'email', 'print', 'folder', 's3', 'webdav', 'sftp', 'webhook', 'link'] $$;
comment on function pressrun.destination_kinds is 'Kinds of destinations.';
