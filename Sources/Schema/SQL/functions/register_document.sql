create or replace function pressrun.register_document(
  document text, base_sha256 text, base_bytes bigint, tenant text default 'default', title text default null,
  content bytea default null
) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  known pressrun.annotation_documents%rowtype;
begin
  if register_document.document is null or register_document.document !~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' then
    raise exception 'the name of a document has 1 to 128 letters, digits, ".", "_" or "-", and begins with a letter or digit'
      using errcode = 'PR004';
  end if;
  perform pressrun.check_tenant(register_document.tenant);
  perform pressrun.check_producer(register_document.tenant);
  perform pressrun.check_base(register_document.base_sha256, register_document.base_bytes, register_document.tenant, content);
  insert into pressrun.annotation_documents (name, tenant, base_sha256, base_bytes, title)
  values (
    register_document.document, register_document.tenant, register_document.base_sha256, register_document.base_bytes,
    register_document.title)
  on conflict on constraint annotation_documents_pkey do nothing;
  if found then
    insert into pressrun.due_timestamps (tenant, document, since)
    values (register_document.tenant, register_document.document, clock_timestamp());
    return true;
  end if;
  select d.* into known from pressrun.annotation_documents d
  where d.tenant = register_document.tenant and d.name = register_document.document;
  if known.base_sha256 <> register_document.base_sha256 or known.base_bytes <> register_document.base_bytes then
    raise exception 'document "%" is already registered with another base', register_document.document
      using errcode = 'PR008', detail = known.base_sha256;
  end if;
  return false;
end
$$;
comment on function pressrun.register_document is
  'Registers a document with its base file. Its name is unique within the tenant. Returns false if it is registered with the '
  'same base; raises PR008 if it is registered with another one. A login that may not act for all tenants passes the content of the '
  'base, unless the tenant has it; it is not stored. Raises PR004 otherwise, and for a malformed name.';
grant execute on function pressrun.register_document to pressrun_producer;
grant execute on function pressrun.register_document to pressrun_service;
