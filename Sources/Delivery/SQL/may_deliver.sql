select coalesce(
  has_function_privilege(
    to_regprocedure(
      'pressrun.claim_deliveries(bigint, int, double precision, bigint, int, text[], int[])')::oid, 'execute'),
  true)
