-- Which programs can work with this schema.

create table pressrun.schema_compatibility (
  only_row boolean primary key default true check (only_row),
  oldest_program int not null
);
comment on table pressrun.schema_compatibility is
  'Programs refuse a schema that they do not fit: one whose last migration is older than their own, or that is too new for them.';
comment on column pressrun.schema_compatibility.oldest_program is
  'The last migration that the oldest program knows which can work with this schema. A migration that breaks older programs raises it.';
-- Of the 30 migrations that the baseline replaced.
insert into pressrun.schema_compatibility (oldest_program) values (19);
