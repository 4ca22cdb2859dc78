create or replace function pressrun.announce_ready_job(job pressrun.jobs, xid xid8) returns void
language plpgsql
as $$
begin
  perform pressrun.request_lane((job).queue, (job).tenant, (job).priority, (job).kind, xid);
  perform pressrun.notify_workers((job).queue);
end
$$;
comment on function pressrun.announce_ready_job is
  'Makes claims find a job that this transaction has made available, and notifies waiting workers.';
