-- Kinds publish a JSON Schema of their payloads, which enqueues check.

-- Functions that get other parameters.
drop function if exists
  pressrun.register_kind(
    text, text, int, double precision, double precision, double precision, double precision, text, text[], text[]);

alter table pressrun.kinds add column schema jsonb;
comment on column pressrun.kinds.schema is
  'JSON Schema of payloads (the keywords that schema_problem knows); enqueues refuse others. Null accepts all.';
