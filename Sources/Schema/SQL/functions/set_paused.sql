create or replace function pressrun.set_paused(
  scope text, name text, paused boolean, by text default null
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pressrun.check_scope(set_paused.scope, set_paused.name);
  if set_paused.by = '' or set_paused.by ~ '[[:cntrl:]]' then
    raise exception 'the name of who pauses must not be empty or have control characters' using errcode = 'PR004';
  end if;
  if set_paused.paused then
    -- Queues of deliveries exist once a document was sent there, and may be paused before.
    if set_paused.scope = 'queue' and set_paused.name not like 'deliveries.%' and not exists (select from pressrun.queues q where q.name = set_paused.name) then
      raise exception 'unknown queue "%"', left(set_paused.name, 100)
        using errcode = 'PR004', hint = 'Queues are those of the kinds and those into which jobs have been enqueued.';
    end if;
    insert into pressrun.limits as l (scope, name, paused, paused_at, paused_by)
    values (
      set_paused.scope, set_paused.name, true, clock_timestamp(), left(coalesce(
        case when pg_has_role(session_user, 'pressrun_service', 'member') then set_paused.by end, session_user), 200))
    on conflict (scope, name) do update set
      paused = true, paused_at = coalesce(l.paused_at, excluded.paused_at),
      paused_by = case when l.paused then l.paused_by else excluded.paused_by end;
  else
    update pressrun.limits l set paused = false, paused_at = null, paused_by = null
    where l.scope = set_paused.scope and l.name = set_paused.name;
    delete from pressrun.limits l
    where l.scope = set_paused.scope and l.name = set_paused.name
      and not l.paused and l.max_running is null and l.max_depth is null and l.rate is null;
    perform pg_notify('pressrun_jobs', case set_paused.scope when 'queue' then set_paused.name else q.name end)
    from pressrun.queues q where set_paused.scope <> 'queue' or q.name = set_paused.name;
  end if;
end
$$;
comment on function pressrun.set_paused is
  'Pauses a queue, tenant or kind, or resumes it. No more of its jobs are claimed; running ones finish. by names who '
  'pauses, if the service calls; otherwise it is the login.';
grant execute on function pressrun.set_paused to pressrun_service;
grant execute on function pressrun.set_paused to pressrun_operator;
