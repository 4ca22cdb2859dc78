create or replace function pressrun.unreferenced(digests text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select d from unnest(digests) d
  where not exists (select from pressrun.artifacts a where a.sha256 = d)
    and not exists (select from pressrun.assets s where s.sha256 = d)
    and not exists (select from pressrun.job_assets u where u.sha256 = d)
    and not exists (select from pressrun.template_versions t where t.sha256 = d)
    and not exists (select from pressrun.job_images i where i.sha256 = d)
    and not exists (select from pressrun.annotation_documents n where n.base_sha256 = d)
    and not exists (select from pressrun.annotation_builds b where b.sha256 = d)
$$;
comment on function pressrun.unreferenced is 'Those of the given artifacts that no row of the database names.';
grant execute on function pressrun.unreferenced to pressrun_worker;
grant execute on function pressrun.unreferenced to pressrun_operator;
