create or replace function pressrun.canonical_traceparent(traceparent text) returns text
language sql immutable
as $$
  select '00-' || substr(t, 4, 50)
    -- The flags "sampled" and "random"; the others are reserved.
    || '0' || (('x' || lpad(substr(t, 54, 2), 8, '0'))::bit(32)::int & 3)
  from (values (traceparent)) v (t)
  where t ~ '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-[ -~]*)?$'
    and octet_length(t) <= 512 and t !~ '^(ff|00.{53}.|...0{32}|.{36}0{16}-)'
$$;
comment on function pressrun.canonical_traceparent is
  'A header "traceparent" as version 00 of W3C Trace Context; null if it is invalid, because invalid headers are ignored '
  '(section 4.3). Later versions may have more fields, which are left out.';
