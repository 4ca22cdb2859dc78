create or replace function pressrun.delivery_queue(destination text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  kind text := split_part(destination, ':', 1);
  address text := substr(destination, length(kind) + 2);
  host text;
  endpoint text;
  queue text;
begin
  host := replace(lower(substring(address from '://(?:[^/?#@]*@)?([^/?#]*)')), ':', '.');
  endpoint := case
    when kind in ('email', 'link') then ''
    when address ~* '^[a-z][a-z0-9+.-]*://'
      -- The names of configured destinations have no dots, so a host without one ends with a dot.
      then host || case when host !~ '[.]' and host <> '' then '.' else '' end
    else split_part(address, '/', 1) end;
  queue := 'deliveries.' || kind || case when endpoint <> '' then '.' || endpoint else '' end;
  if queue !~ '^[A-Za-z0-9_.-]{1,100}$' then
    queue := left(regexp_replace(queue, '[^A-Za-z0-9_.-]', '-', 'g'), 80) || '-'
      || left(encode(sha256(convert_to(queue, 'UTF8')), 'hex'), 16);
  end if;
  return queue;
end
$$;
comment on function pressrun.delivery_queue is
  'The queue of the deliveries to a destination. Each endpoint (mail server, printer, bucket, share, host) has a queue of its '
  'own, so that an unavailable one delays no other: deliveries.email, deliveries.s3.reports, '
  'deliveries.webhook.example.com.8443, deliveries.webhook.localhost. (with a dot, since "localhost" may be a configured webhook).';
