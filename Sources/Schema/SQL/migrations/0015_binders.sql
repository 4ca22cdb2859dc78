-- Binders: a batch may end in one, and the parts of a binder are recorded.

alter table pressrun.artifacts add column parts jsonb;
comment on column pressrun.artifacts.parts is
  'Of a binder: title, firstPage (from 1), pages and sha256 of each part; null for other files.';

alter table pressrun.batches add column binder_job bigint;
comment on column pressrun.batches.binder_job is 'The job that binds the documents of the batch when it completes, if any.';

-- Few jobs are in batches, so the index costs the others nothing.
create index jobs_of_batch on pressrun.jobs (batch_id, id) where batch_id is not null;
