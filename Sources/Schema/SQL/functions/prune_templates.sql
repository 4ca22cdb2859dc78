create or replace function pressrun.prune_templates(age interval default interval '1 day') returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  started constant timestamptz := clock_timestamp();
  unused int[];
  removed int;
begin
  -- Reads all jobs, without a lock: workers could not announce their templates meanwhile.
  unused := array(
    select v.id from pressrun.template_versions v
    where v.first_seen < started - age
      and not exists (select from pressrun.template_pins p where p.version = v.id)
      and not exists (select from pressrun.worker_templates w where w.version = v.id)
      and not exists (select from pressrun.jobs j where j.template = v.id));
  if unused = '{}' then return 0; end if;
  -- Waits for transactions that name a version (announce_templates, pin_template), and makes later ones wait.
  lock table pressrun.template_versions in share row exclusive mode;
  -- A job that was claimed with a version meanwhile runs, or has had an attempt since.
  delete from pressrun.template_versions v
  where v.id = any (unused)
    and not exists (select from pressrun.template_pins p where p.version = v.id)
    and not exists (select from pressrun.worker_templates w where w.version = v.id)
    and not exists (select from pressrun.jobs j where j.state = 'running' and j.template = v.id)
    and not exists (
      select from pressrun.attempts a join pressrun.jobs j on j.id = a.job_id
      where a.finished_at > started - interval '1 minute' and j.template = v.id);
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function pressrun.prune_templates is
  'Removes versions of templates that no job, pin or worker of the last days names, and returns their number. Reads all jobs, so it is '
  'called by the command `pressrun prune` only, which then removes their files.';
grant execute on function pressrun.prune_templates to pressrun_worker;
grant execute on function pressrun.prune_templates to pressrun_operator;
