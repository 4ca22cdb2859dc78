create or replace function pressrun.check_payload(payload json) returns void
language plpgsql immutable
as $$
begin
  if payload is null then
    raise exception 'the payload is null' using errcode = 'PR004';
  elsif octet_length(payload::text) > 67108864 then
    raise exception 'the payload has more than 64 MB' using errcode = 'PR004';
  end if;
end
$$;
comment on function pressrun.check_payload is 'Raises PR004 for a payload that is null or longer than 64 MB.';
