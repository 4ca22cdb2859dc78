select exists (
  select from pressrun.kinds k
  where (
    k.name, k.queue, k.max_attempts, k.backoff_base_seconds, k.backoff_limit_seconds, k.backoff_jitter, k.timeout_seconds,
    k.default_destination, k.allowed, k.denied, k.schema
  ) is not distinct from (
    $1::text, $2::text, $3::int, $4::double precision, $5::double precision, $6::double precision, $7::double precision,
    $8::text, $9::text[], $10::text[], $11::jsonb))
