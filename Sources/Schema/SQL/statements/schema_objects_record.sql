insert into pressrun.schema_objects (name, checksum)
select * from unnest($1::text[], $2::text[])
on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at
