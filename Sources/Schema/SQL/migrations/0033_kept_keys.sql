-- A key that was kept for its unfinished job was refused for up to an hour after the job had ended.
alter table pressrun.idempotency_keys add column kept boolean not null default false;
comment on column pressrun.idempotency_keys.kept is
  'Kept after its time for a job that was unfinished; expires_at is then when this is looked at again.';

-- Batches that were closed without jobs before migration 32 recorded that they were. A batch that no transaction has added a job to
-- cannot be told from them, unless a transaction adds the first one now; enqueue creates it again.
update pressrun.batches b set closed = true
where b.completed_at is null and not b.held and not b.closed and b.jobs = 0
  and not exists (select from pressrun.counter_deltas d where d.batch_id = b.id)
  and not exists (select from pressrun.jobs j where j.batch_id = b.id);
