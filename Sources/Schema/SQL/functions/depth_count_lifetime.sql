create or replace function pressrun.depth_count_lifetime(max_depth int) returns double precision
language sql immutable
as $$ select least(10, greatest(0.0001, max_depth / 1e5)) $$;
comment on function pressrun.depth_count_lifetime is
  'For how many seconds a count of the ready jobs of a queue is valid. Counting takes about a twentieth of that, and claims '
  'cannot empty a full queue within it.';
