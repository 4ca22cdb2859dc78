create or replace function pressrun.record_fenced_writes(writes int) returns void
language plpgsql
as $$
begin
  if writes > 0 then
    insert into pressrun.incidents (what, count) values ('fenced', writes);
  end if;
end
$$;
comment on function pressrun.record_fenced_writes is 'Counts writes that named an old lease and changed nothing.';
