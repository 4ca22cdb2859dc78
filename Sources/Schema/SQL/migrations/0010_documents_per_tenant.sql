-- The name of a document belongs to its tenant: tenants can use the same name for different documents.

alter table pressrun.annotation_documents rename column id to name;
alter table pressrun.annotation_documents drop constraint annotation_documents_pkey;
alter table pressrun.annotation_documents add primary key (tenant, name);

-- The tenant of each row, from its document. Rows of these tables are never changed, which a trigger ensures; it is disabled for
-- this step. A new database has neither rows nor the trigger.
do $$
declare
  target regclass;
  has_trigger boolean;
begin
  foreach target in array array[
    'pressrun.annotation_segments', 'pressrun.annotation_updates', 'pressrun.annotation_builds', 'pressrun.annotation_receipts'
  ]::regclass[] loop
    has_trigger := exists (select from pg_trigger t where t.tgrelid = target and t.tgname = 'append_only');
    if has_trigger then
      execute format('alter table %s disable trigger append_only', target);
    end if;
    execute format('alter table %s add column tenant text', target);
    execute format(
      'update %s s set tenant = coalesce('
      '(select d.tenant from pressrun.annotation_documents d where d.name = s.document), ''default'')', target);
    execute format('alter table %s alter column tenant set not null', target);
    if has_trigger then
      execute format('alter table %s enable always trigger append_only', target);
    end if;
  end loop;
end
$$;

alter table pressrun.annotation_segments
  drop constraint annotation_segments_pkey,
  drop constraint annotation_segments_document_client_id_key,
  drop constraint annotation_segments_chain_version_check;
alter table pressrun.annotation_segments
  add primary key (tenant, document, sequence),
  add unique (tenant, document, client_id),
  add check (chain_version between 1 and 3);
comment on column pressrun.annotation_segments.chain_version is
  'Version of the metadata. From version 2 on they name the stored update, from version 3 on the tenant.';

alter table pressrun.annotation_updates drop constraint annotation_updates_pkey;
alter table pressrun.annotation_updates add primary key (tenant, document, sequence);

alter table pressrun.annotation_receipts drop constraint annotation_receipts_pkey;
alter table pressrun.annotation_receipts add primary key (tenant, document, delivery_id);

drop index pressrun.annotation_builds_document;
create index annotation_builds_tenant on pressrun.annotation_builds (tenant, document, sequence);

-- For the artifacts that a tenant may use, and those that nothing references.
create index annotation_documents_base on pressrun.annotation_documents (base_sha256);
create index annotation_builds_sha256 on pressrun.annotation_builds (sha256);

-- Got the tenant as a parameter.
drop function if exists pressrun.add_segment(
  text, text, text, text, bytea, text, timestamptz, bytea, text, bigint);
drop function if exists pressrun.record_update(text, bigint, bytea, text);
