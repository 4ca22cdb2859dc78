create or replace function pressrun.announce_templates(worker bigint, kinds text[], templates jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  -- prune_templates must not remove a version between its selection and its use.
  lock table pressrun.template_versions in row exclusive mode;
  insert into pressrun.template_versions (kind, sha256, bytes, files, first_host)
  select t.key, t.value ->> 'sha256', (t.value ->> 'bytes')::bigint, (t.value ->> 'files')::int, w.host
  from jsonb_each(announce_templates.templates) t join pressrun.workers w on w.id = worker
  where t.value ->> 'sha256' is not null
    and not exists (
      select from pressrun.template_versions v where v.kind = t.key and v.sha256 = t.value ->> 'sha256')
  order by t.key
  on conflict do nothing;
  delete from pressrun.worker_templates w where w.worker_id = worker and not announce_templates.templates ? w.kind;
  insert into pressrun.worker_templates (worker_id, kind, version, problem)
  select worker, t.key, v.id, left(t.value ->> 'problem', 1000)
  from jsonb_each(announce_templates.templates) t
    left join pressrun.template_versions v on v.kind = t.key and v.sha256 = t.value ->> 'sha256'
  on conflict (worker_id, kind) do update set version = excluded.version, problem = excluded.problem;
  update pressrun.workers w set kinds = announce_templates.kinds
  where w.id = worker and w.kinds is distinct from announce_templates.kinds;
end
$$;
comment on function pressrun.announce_templates is
  'Records the kinds that a worker can render, and for each kind of its files the version that they are now, which is in the artifact '
  'store: {"note": {"sha256": …, "bytes": …, "files": …}}, or why they cannot be used: {"note": {"problem": …}}.';
grant execute on function pressrun.announce_templates to pressrun_worker;
