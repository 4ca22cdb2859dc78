create or replace function pressrun.available_tokens(limited pressrun.limits) returns double precision
language sql stable
as $$
  -- The values are clamped to what set_limits accepts, because a claim that fails here would stop every worker that serves the
  -- queue or tenant. least() ignores NaN, which sorts above all numbers.
  select case when (limited).rate is not null then least(
    1e6, coalesce((limited).burst, greatest((limited).rate, 1)),
    least((limited).tokens, 1e6) + greatest(1e-6, least((limited).rate, 1e6))
      * greatest(0, extract(epoch from clock_timestamp() - (limited).refilled_at))) end
$$;
comment on function pressrun.available_tokens is
  'Current content of the token bucket of a queue or tenant; null if its rate is not limited.';
