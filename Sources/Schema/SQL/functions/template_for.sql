create or replace function pressrun.template_for(worker bigint, kind text, tenant text) returns int
language sql stable
as $$
  select coalesce(
    (select p.version from pressrun.template_pins p where p.kind = template_for.kind and p.tenant = template_for.tenant),
    (select p.version from pressrun.template_pins p where p.kind = template_for.kind and p.tenant = '*'),
    (select w.version from pressrun.worker_templates w where w.worker_id = worker and w.kind = template_for.kind))
$$;
comment on function pressrun.template_for is
  'The version of a kind with which a worker renders new jobs of a tenant: that to which the tenant or all are pinned, else that of '
  'the worker''s files. Null if the worker has announced none.';
