create or replace function pressrun.check_base(digest text, bytes bigint, tenant text, content bytea default null) returns void
language plpgsql stable
as $$
begin
  if octet_length(content) <> bytes then
    raise exception 'the content has % bytes, not %', octet_length(content), bytes using errcode = 'PR004';
  end if;
  -- A login that acts for all tenants could read every artifact anyway.
  if pressrun.may_act_for('*') or encode(sha256(content), 'hex') = digest
    or exists (select from pressrun.artifacts_of_tenant(check_base.tenant, array[digest])) then
    return;
  end if;
  raise exception 'tenant "%" has no artifact %', check_base.tenant, left(digest, 64) using errcode = 'PR004', detail = 'content_required',
    hint = case when bytes > 67108864
      then 'The content of a file of more than 64 MB cannot be passed: a login that may act for all tenants must register it.'
      else 'A login that may act for one tenant must pass the content of the file; one that may act for all tenants can register '
        || 'it without.' end;
end
$$;
comment on function pressrun.check_base is
  'Raises PR004 if a tenant does not have an artifact: otherwise it could read a file of another tenant, or one that was erased and is '
  'not removed yet, by naming its hash as the base of a document. The content of the file shows that the caller has it.';
