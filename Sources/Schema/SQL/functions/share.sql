create or replace function pressrun.share(job bigint, destination text, options json default null) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  target text;
  source pressrun.jobs%rowtype;
  files jsonb;
  problem text;
  delivery pressrun.deliveries%rowtype;
begin
  -- The lock keeps prune from removing the job meanwhile.
  select j.* into source from pressrun.jobs j where j.id = share.job and j.kind not like 'deliver.%' for share;
  -- Jobs of other tenants look like unknown ones.
  if not found or not pressrun.may_act_for(source.tenant) then
    raise exception 'there is no job %', share.job using errcode = 'PR005';
  end if;
  perform pressrun.check_delivery_options(share.options);
  if share.destination is null or share.destination = 'none' then
    raise exception 'a document is shared with a destination' using errcode = 'PR003';
  end if;
  files := pressrun.job_files(source.id);
  if files is null then
    raise exception 'job % is % and has no document', source.id, source.state using errcode = 'PR006';
  end if;
  target := pressrun.check_destination(source.tenant, source.kind, share.destination);
  perform pressrun.check_recipients(source.tenant, source.kind, share.options);
  problem := pressrun.output_problem(files, share.options, target);
  if problem is not null then
    raise exception 'job %: %', source.id, problem using errcode = 'PR006';
  end if;
  files := pressrun.chosen_files(files, share.options);
  insert into pressrun.deliveries as d
    (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, file_name,
    files, completed_at)
  values (
    nextval('pressrun.jobs_id_seq'), source.id, source.kind, source.tenant, target,
    pressrun.delivery_queue(target, source.tenant), true, coalesce(share.options, '{}'), files -> 0 ->> 'sha256',
    (files -> 0 ->> 'bytes')::bigint, files -> 0 ->> 'mediaType', files -> 0 ->> 'fileName',
    case when jsonb_array_length(files) > 1 then files end, source.finished_at)
  returning d.* into delivery;
  perform pressrun.add_delivery_job(delivery, source.priority);
  insert into pressrun.counter_deltas (kind, tenant, jobs, day, destination_kind, what)
  values (
    source.kind, source.tenant, 1, (now() at time zone 'UTC')::date, split_part(target, ':', 1), 'chosen');
  return delivery.id;
end
$$;
comment on function pressrun.share is
  'Requests a delivery of a completed job''s document, in the caller''s transaction, and returns its id. Raises PR002 for a denied '
  'destination, PR003 for a malformed one, PR004 for malformed options, PR005 for an unknown job, PR006 if it has no document, not '
  'an output that the options name, or more files than the destination takes.';
grant execute on function pressrun.share to pressrun_producer;
grant execute on function pressrun.share to pressrun_service;
