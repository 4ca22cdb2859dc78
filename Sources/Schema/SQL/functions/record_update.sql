create or replace function pressrun.record_update(
  document text, sequence bigint, update_bytes bytea, update_record text, tenant text default 'default'
) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  recorded text;
begin
  if update_bytes is null or update_record is null or octet_length(update_bytes) > 67108864
    or octet_length(update_record) > 16777216 then
    raise exception 'the update of a segment may have at most 67,108,864 bytes, and needs a record' using errcode = 'PR004';
  end if;
  perform from pressrun.annotation_segments s
  where s.tenant = record_update.tenant and s.document = record_update.document and s.sequence = record_update.sequence
    and s.format <> 'pdf' and pressrun.may_act_for(record_update.tenant);
  if not found then
    raise exception 'document "%" of tenant "%" has no such segment to convert', left(record_update.document, 200),
      left(record_update.tenant, 200) using errcode = 'PR007';
  end if;
  insert into pressrun.annotation_updates (tenant, document, sequence, bytes, record, sha256)
  values (
    record_update.tenant, record_update.document, record_update.sequence, update_bytes, update_record,
    encode(sha256(update_bytes || convert_to(update_record, 'UTF8')), 'hex'))
  on conflict on constraint annotation_updates_pkey do nothing;
  select u.sha256 into recorded from pressrun.annotation_updates u
  where u.tenant = record_update.tenant and u.document = record_update.document and u.sequence = record_update.sequence;
  return recorded;
end
$$;
comment on function pressrun.record_update is
  'Stores the update that a segment was converted to, unless one is stored. Returns the SHA-256 of the stored update and its '
  'record. Raises PR007 if there is no such segment.';
grant execute on function pressrun.record_update to pressrun_producer;
