create or replace function pressrun.apply_to_each(action text, ids bigint[]) returns table (id bigint, problem text)
language plpgsql
as $$
begin
  foreach id in array ids loop
    problem := null;
    begin
      execute format('select pressrun.%I($1)', action) using id;
    exception when sqlstate 'PR002' or sqlstate 'PR003' or sqlstate 'PR005' or sqlstate 'PR006' then
      -- It changed meanwhile, a policy denies it, or another job has its unique key.
      problem := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
comment on function pressrun.apply_to_each is
  'Calls a function of this schema with each id of a job or delivery. Returns each id with the reason if the function refused it.';
