create or replace function pressrun.prune_templates(age interval default interval '1 day') returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed int;
begin
  -- Waits for transactions that name a version (announce_templates, pin_template), and makes later ones wait.
  lock table pressrun.template_versions in share row exclusive mode;
  delete from pressrun.template_versions v
  where v.first_seen < clock_timestamp() - age
    and not exists (select from pressrun.template_pins p where p.version = v.id)
    and not exists (select from pressrun.worker_templates w where w.version = v.id)
    and not exists (select from pressrun.jobs j where j.template = v.id);
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function pressrun.prune_templates is
  'Removes versions of templates that no job, pin or worker of the last days names, and returns their number. Reads all jobs, so it is '
  'called by the command `pressrun prune` only, which then removes their files.';
grant execute on function pressrun.prune_templates to pressrun_worker;
grant execute on function pressrun.prune_templates to pressrun_operator;
