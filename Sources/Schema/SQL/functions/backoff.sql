create or replace function pressrun.backoff(kind text, attempt int) returns interval
language sql
as $$
  select make_interval(secs =>
    least(k.backoff_limit_seconds, k.backoff_base_seconds * 2 ^ least(attempt - 1, 30))
      * (1 + k.backoff_jitter * (2 * random() - 1)))
  from pressrun.kinds k where k.name = backoff.kind
$$;
comment on function pressrun.backoff is
  'How long a job waits after a failed attempt: base × 2^(attempt − 1), at most the limit, plus or minus the jitter. Null '
  'for an unknown kind.';
