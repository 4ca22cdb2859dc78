create or replace function pressrun.job_id_at(at timestamptz) returns bigint
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  low bigint := (select min(j.id) from pressrun.jobs j);
  high bigint := (select max(j.id) + 1 from pressrun.jobs j);
  middle record;
begin
  while low < high loop
    select j.id, j.enqueued_at into middle from pressrun.jobs j where j.id >= low + (high - low) / 2 order by j.id limit 1;
    if middle.enqueued_at < at then
      low := middle.id + 1;
    else
      high := low + (high - low) / 2;
    end if;
  end loop;
  return coalesce(low, 0);
end
$$;
comment on function pressrun.job_id_at is
  'The id from which on jobs were enqueued at this time or later, by binary search: exact only if no transaction drew its ids before '
  'an earlier one enqueued.';
