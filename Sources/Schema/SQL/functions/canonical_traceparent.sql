create or replace function pressrun.canonical_traceparent(traceparent text) returns text
language plpgsql immutable
as $$
begin
  -- A regular expression takes longer than these comparisons, which are part of each enqueue with a trace.
  if octet_length(traceparent) > 512 or length(translate(left(traceparent, 55), '0123456789abcdef', '')) <> 3
    or length(traceparent) < 55
    or substr(traceparent, 3, 1) || substr(traceparent, 36, 1) || substr(traceparent, 53, 1) <> '---'
    or left(traceparent, 2) = 'ff'
    or length(traceparent) > 55 and (left(traceparent, 2) = '00' or substr(traceparent, 56) !~ '^-[ -~]*$')
    or substr(traceparent, 4, 32) = repeat('0', 32) or substr(traceparent, 37, 16) = repeat('0', 16)
  then
    return null;
  end if;
  -- The flags "sampled" and "random"; the others are reserved.
  return '00-' || substr(traceparent, 4, 50) || '0'
    || (('x' || lpad(substr(traceparent, 54, 2), 8, '0'))::bit(32)::int & 3);
end
$$;
comment on function pressrun.canonical_traceparent is
  'A header "traceparent" as version 00 of W3C Trace Context; null if it is invalid, because invalid headers are ignored '
  '(section 4.3). Later versions may have more fields, which are left out.';
