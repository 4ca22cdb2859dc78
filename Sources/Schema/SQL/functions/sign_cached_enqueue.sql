create or replace function pressrun.sign_cached_enqueue(
  epoch bigint, kind text, tenant text, priority int, destination text, max_attempts int, queue text, entry text[]
) returns text
language sql
as $$
  -- The text form of an array is unambiguous, so different inputs never produce the same text to sign.
  select encode(sha256(convert_to(
    array[
      epoch::text, session_user::text, kind, tenant, priority::text, destination, max_attempts::text, queue, entry[2], entry[3], entry[4],
      entry[5]
    ]::text, 'UTF8')), 'hex')
$$;
comment on function pressrun.sign_cached_enqueue is
  'Signature of an entry of the enqueue cache: binds the validated queue, max_attempts, destination and whether the kind has a schema (elements '
  '2 to 5 of the entry) to the login and the arguments of the enqueue.';
