create or replace function pressrun.statistics_of(queue text, kind text, span interval) returns setof pressrun.statistics
language sql stable
as $$
  select s.* from pressrun.statistics s
  where s.queue = statistics_of.queue and s.kind = statistics_of.kind and s.at >= now() - statistics_of.span
    and s.seconds = case when statistics_of.span <= interval '1 hour' then 60
      when statistics_of.span <= interval '1 day' then 600 else 7200 end
  order by s.at
$$;
comment on function pressrun.statistics_of is
  'Statistics of a queue and kind over a span: at most 60 rows for an hour, 144 for a day and 84 for a week.';
grant execute on function pressrun.statistics_of to pressrun_monitor;
