-- What a worker can render and with what, what keeps it from working, and the artifact store of this database.

-- Functions that get other parameters.
drop function if exists
  pressrun.register_worker(text, int, text, int, text[]),
  pressrun.claim_round_robin(bigint, text[], int, double precision, text, text, jsonb),
  pressrun.unfinished(text[], interval);

alter table pressrun.workers
  add column kinds text[],
  add column fonts text,
  add column libraries text,
  add column problem text,
  add column problem_since timestamptz;
comment on column pressrun.workers.kinds is 'Kinds of jobs that it can render; null for all.';
comment on column pressrun.workers.fonts is 'Hash of its fonts; null if it renders nothing.';
comment on column pressrun.workers.libraries is 'Versions of the libraries on which pages depend; null if it renders nothing.';
comment on column pressrun.workers.problem is 'What keeps it from working at present, such as a full disk; null for nothing.';
comment on column pressrun.workers.problem_since is 'When the problem began.';

create table pressrun.artifact_store (
  only_row boolean primary key default true check (only_row),
  prefix text not null default gen_random_uuid()::text,
  id text check (octet_length(id) between 1 and 100),
  bound_at timestamptz
);
comment on table pressrun.artifact_store is
  'The artifact store of this database. Programs refuse a store with another id, whose files would not be those of the artifact rows.';
comment on column pressrun.artifact_store.prefix is
  'The beginning of the id of a store that is used for the first time, by which the store is known to be of this database.';
comment on column pressrun.artifact_store.id is 'The id that the store contains; null if none has been used yet.';
comment on column pressrun.artifact_store.bound_at is 'When the store was used first, or was replaced.';
