create or replace function pressrun.record_build(
  job bigint, document text, sequence bigint, sha256 text, manifest json
) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into pressrun.annotation_builds (job_id, document, sequence, sha256, manifest)
  values (job, document, sequence, sha256, manifest)
$$;
comment on function pressrun.record_build is 'Records an archive that a job built, with its manifest.';
grant execute on function pressrun.record_build to pressrun_worker;
