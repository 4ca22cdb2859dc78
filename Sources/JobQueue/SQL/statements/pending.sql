select
  (select count(*) from pressrun.jobs where state = 'available' and (cardinality($1::text[]) = 0 or queue = any ($1))),
  (select count(*) from pressrun.jobs where state = 'running' and (cardinality($1::text[]) = 0 or queue = any ($1))),
  (select count(*) from pressrun.jobs
    where state in ('scheduled', 'retryable') and (cardinality($1::text[]) = 0 or queue = any ($1))),
  least(
    (select min(run_at) from pressrun.jobs
      where state in ('scheduled', 'retryable') and (cardinality($1::text[]) = 0 or queue = any ($1))),
    (select min(lease_expires_at) from pressrun.jobs
      where state = 'running' and (cardinality($1::text[]) = 0 or queue = any ($1)))),
  clock_timestamp()
