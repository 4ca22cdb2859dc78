create or replace function pressrun.check_recipients(tenant text, kind text, options json) returns void
language plpgsql stable
as $$
declare
  rule text := pressrun.recipients_refusal(tenant, kind, options);
begin
  if rule is not null then
    raise exception 'the delivery options are refused: %', rule
      using errcode = 'PR002', detail = rule, hint = 'Leave the recipient out, or change the policy with pressrun.set_policy.';
  end if;
end
$$;
comment on function pressrun.check_recipients is
  'Raises PR002 if a policy refuses a further recipient (to, cc, bcc) of the delivery options, with the rule in DETAIL.';
