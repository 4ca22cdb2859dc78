-- A key that was kept for its unfinished job was refused for up to an hour after the job had ended.
alter table pressrun.idempotency_keys add column kept boolean not null default false;
comment on column pressrun.idempotency_keys.kept is
  'Kept after its time for a job that was unfinished; expires_at is then when this is looked at again.';

-- Before migration 32, a batch that was closed without jobs did not complete, and nothing recorded that it was closed. One without jobs
-- that nobody holds open is either such a batch, or was named by an enqueue whose job existed already and may still get jobs: the
-- former if it is older or has a binder.
update pressrun.batches b set closed = true
where b.completed_at is null and not b.held and not b.closed and b.jobs = 0
  and (b.binder_job is not null or b.created_at < now() - interval '1 day')
  and not exists (select from pressrun.counter_deltas d where d.batch_id = b.id)
  and not exists (select from pressrun.jobs j where j.batch_id = b.id);
