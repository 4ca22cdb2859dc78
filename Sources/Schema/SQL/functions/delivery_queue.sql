create or replace function pressrun.delivery_queue(destination text, tenant text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  kind text := split_part(destination, ':', 1);
  address text := substr(destination, length(kind) + 2);
  is_url boolean := address ~* '^[a-z][a-z0-9+.-]*://';
  host text := lower(substring(address from '://(?:[^/?#@]*@)?([^/?#]*)'));
  endpoint text := case
    when kind in ('email', 'link') then ''
    -- Hosts have no empty labels and the names of configured destinations no dots, so that ".." ends the host.
    when is_url then replace(host, ':', '.') || '..' || tenant
    else split_part(address, '/', 1) end;
  queue text := 'deliveries.' || kind || case when endpoint <> '' then '.' || endpoint else '' end;
begin
  if queue !~ '^[A-Za-z0-9_.-]{1,100}$' or is_url and tenant like '.%' then
    queue := left(regexp_replace(queue, '[^A-Za-z0-9_.-]', '-', 'g'), 80) || '-'
      || left(encode(sha256(convert_to(case when is_url then kind || '://' || host || '/' || tenant else queue end, 'UTF8')), 'hex'), 16);
  end if;
  return queue;
end
$$;
comment on function pressrun.delivery_queue is
  'The queue of the deliveries of a tenant to a destination. Each endpoint (mail server, printer, bucket, share, configured webhook) has '
  'a queue of its own, so that an unavailable one delays no other: deliveries.email, deliveries.s3.reports. URLs are not configured by the '
  'operator: the URLs of a host have a queue for each tenant, such as deliveries.webhook.example.com.8443..acme, so that the receiver of one '
  'tenant delays no other tenant.';
