-- What pages of the dashboard read: the memory of workers, and the newest annotated documents.

-- Gets another parameter.
drop function if exists pressrun.heartbeat(bigint, bigint[], bigint[], double precision, int[]);

alter table pressrun.workers add column memory_bytes bigint;
comment on column pressrun.workers.memory_bytes is
  'Resident memory of the process and its renderers as of the last heartbeat; null before the first one.';

create index annotation_documents_registered on pressrun.annotation_documents (registered_at);
