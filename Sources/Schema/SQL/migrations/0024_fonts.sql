-- The fonts of documents are recorded.

-- Gets a parameter, which would otherwise make a second function.
drop function if exists
  pressrun.complete_many(bigint[], bigint[], text[], bigint[], text[], jsonb[], jsonb[], jsonb[], jsonb[]);

alter table pressrun.artifacts add column fonts jsonb;
comment on column pressrun.artifacts.fonts is
  'Of the first file of a job: the fonts of the text of its PDF, by name, each with the name of its file if it is one of the worker''s '
  'and not one of the document''s; null if none were recorded.';
