create or replace function pressrun.report_problem(worker bigint, problem text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  update pressrun.workers w set
    problem = left(report_problem.problem, 1000),
    problem_since = case
      when report_problem.problem is null then null
      else coalesce(w.problem_since, clock_timestamp())
    end
  where w.id = worker and w.problem is distinct from left(report_problem.problem, 1000)
$$;
comment on function pressrun.report_problem is
  'Records the reason why a worker cannot work, such as a full disk; null when it can work again.';
grant execute on function pressrun.report_problem to pressrun_worker;
grant execute on function pressrun.report_problem to pressrun_relay;
