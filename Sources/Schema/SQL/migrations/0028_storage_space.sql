-- The space of the artifact store, as each worker sees it.

alter table pressrun.workers
  add column storage_bytes bigint check (storage_bytes > 0),
  add column storage_free_bytes bigint check (storage_free_bytes >= 0);
comment on column pressrun.workers.storage_bytes is 'Size of the file system with its artifact store; null for a bucket.';
comment on column pressrun.workers.storage_free_bytes is 'What of it a process without privileges may still use.';
