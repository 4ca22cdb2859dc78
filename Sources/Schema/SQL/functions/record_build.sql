create or replace function pressrun.record_build(
  job bigint, document text, sequence bigint, sha256 text, manifest json
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A job can only build documents of its own tenant.
  insert into pressrun.annotation_builds (job_id, tenant, document, sequence, sha256, manifest)
  select j.id, j.tenant, d.name, record_build.sequence, record_build.sha256, record_build.manifest
  from pressrun.jobs j join pressrun.annotation_documents d on d.tenant = j.tenant and d.name = record_build.document
  where j.id = record_build.job;
  if not found then
    raise exception 'the tenant of job % has no document "%"', record_build.job, left(record_build.document, 200)
      using errcode = 'PR007';
  end if;
end
$$;
comment on function pressrun.record_build is
  'Records an archive that a job built of a document of its tenant, with its manifest. Raises PR007 if there is no such document.';
grant execute on function pressrun.record_build to pressrun_worker;
