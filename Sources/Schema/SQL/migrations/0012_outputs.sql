-- Documents in several formats: a job has an artifact for each of its outputs.

-- Functions that get other parameters or results.
drop function if exists
  pressrun.complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[]),
  pressrun.claim_deliveries(bigint, int, double precision, bigint, int, text[], int[]);

alter table pressrun.artifacts
  add column position smallint not null default 1 constraint artifacts_position_check check (position >= 1),
  add column output text not null default 'pdf',
  add column file_name text;
alter table pressrun.artifacts drop constraint artifacts_pkey;
alter table pressrun.artifacts add primary key (job_id, position);
update pressrun.artifacts set output = 'bag' where media_type = 'application/x-tar';
comment on table pressrun.artifacts is
  'The files that completed jobs made, one for each output and, if the output has one for each page, for each page. The files are '
  'in the artifact store.';
comment on column pressrun.artifacts.position is 'From 1, in the order of the outputs of the kind. The first is the document of the job.';
comment on column pressrun.artifacts.output is 'pdf, bag, html-mail, png, jpeg, text or markdown.';
comment on column pressrun.artifacts.file_name is 'Name for a person who saves the file; null if its kind has no template for names.';

alter table pressrun.deliveries add column file_name text;
comment on column pressrun.deliveries.file_name is 'Name of the artifact.';
