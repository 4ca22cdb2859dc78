-- A batch that was closed before it had jobs never completed.
alter table pressrun.batches add column closed boolean not null default false;
comment on column pressrun.batches.closed is 'close_batch was called: the batch completes even if it has no jobs.';

-- Their new parameter is the content of the file, by which a login shows that it has it.
drop function if exists pressrun.check_base(text, text);
drop function if exists pressrun.add_asset(text, text, bigint, text, text);
drop function if exists pressrun.register_document(text, text, bigint, text, text);

-- From version 18 on, PostgreSQL names NOT NULL constraints after the table and the column, and keeps the names when these are
-- renamed, as the upgrade to the baseline does.
do $$
declare
  constraint_to_rename record;
begin
  for constraint_to_rename in
    select c.conrelid::regclass as relation, c.conname as name, format('%s_%s_not_null', r.relname, a.attname) as new_name
    from pg_constraint c join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.connamespace = 'pressrun'::regnamespace and c.contype = 'n'
  loop
    if constraint_to_rename.name <> left(constraint_to_rename.new_name, 63) then
      execute format(
        'alter table %s rename constraint %I to %I', constraint_to_rename.relation, constraint_to_rename.name,
        left(constraint_to_rename.new_name, 63));
    end if;
  end loop;
end
$$;
