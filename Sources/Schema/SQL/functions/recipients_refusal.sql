create or replace function pressrun.recipients_refusal(tenant text, kind text, options json) returns text
language sql stable
as $$
  select format('recipient "%s": %s', substr(r.recipient, 7), r.refusal)
  from (
    select f.recipient, pressrun.destination_refusal(tenant, kind, f.recipient) as refusal
    from pressrun.further_recipients(options) f (recipient)
  ) r
  where r.refusal is not null
  limit 1
$$;
comment on function pressrun.recipients_refusal is
  'The reason why a policy refuses a further recipient (to, cc, bcc) of the delivery options; null if all are allowed.';
