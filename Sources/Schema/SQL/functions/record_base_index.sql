create or replace function pressrun.record_base_index(
  base_sha256 text, format int, index_bytes bytea, tenant text default 'default'
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if index_bytes is null or octet_length(index_bytes) not between 1 and 67108864
    or record_base_index.format is null or record_base_index.format < 1 then
    raise exception 'the index of a base must have 1 to 67,108,864 bytes and a format' using errcode = 'PR004';
  end if;
  perform from pressrun.annotation_documents d
  where d.tenant = record_base_index.tenant and d.base_sha256 = record_base_index.base_sha256
    and pressrun.may_act_for(record_base_index.tenant)
  limit 1;
  if not found then
    raise exception 'tenant "%" has no document with the base %', left(record_base_index.tenant, 200),
      left(record_base_index.base_sha256, 64) using errcode = 'PR007';
  end if;
  insert into pressrun.base_indexes (tenant, base_sha256, format, bytes, sha256)
  values (
    record_base_index.tenant, record_base_index.base_sha256, record_base_index.format, index_bytes,
    encode(sha256(index_bytes), 'hex'))
  on conflict on constraint base_indexes_pkey do update
  set format = excluded.format, bytes = excluded.bytes, sha256 = excluded.sha256, recorded_at = clock_timestamp();
end
$$;
comment on function pressrun.record_base_index is
  'Stores the index of a base for a tenant that has a document with this base, in place of an earlier one. Raises PR007 if the '
  'tenant has none.';
grant execute on function pressrun.record_base_index to pressrun_producer;
grant execute on function pressrun.record_base_index to pressrun_service;
