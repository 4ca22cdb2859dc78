create or replace function pressrun.create_share_link(
  id uuid, token_hash bytea, job_id bigint, lifetime interval, max_downloads int default null,
  password_hash text default null, delivery_id bigint default null, sha256 text default null
) returns table (link uuid, hash bytea, expires timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  -- The file of a delivery.
  file text := coalesce(
    create_share_link.sha256, (select d.sha256 from pressrun.deliveries d where d.id = create_share_link.delivery_id),
    (select a.sha256 from pressrun.artifacts a where a.job_id = create_share_link.job_id order by a.position limit 1));
begin
  if lifetime is null or lifetime < interval '1 minute' or lifetime > interval '366 days' then
    raise exception 'a share link lives from one minute to 366 days' using errcode = 'PR004';
  elsif max_downloads not between 1 and 1000000 then
    raise exception 'a share link allows from 1 to 1,000,000 downloads' using errcode = 'PR004';
  end if;
  insert into pressrun.share_links as s (
    id, token_hash, tenant, job_id, kind, sha256, bytes, media_type, delivery_id, expires_at, max_downloads, password_hash
  )
  select create_share_link.id, create_share_link.token_hash, j.tenant, j.id, j.kind, a.sha256, a.bytes, a.media_type,
    create_share_link.delivery_id, now() + lifetime, create_share_link.max_downloads, create_share_link.password_hash
  from pressrun.jobs j join pressrun.artifacts a on a.job_id = j.id
  where j.id = create_share_link.job_id
    -- The document of the job, or a file of the delivery.
    and case when create_share_link.delivery_id is null then a.position = 1 else a.sha256 = file end
  order by a.position limit 1
  on conflict (delivery_id, sha256) where delivery_id is not null do nothing;
  return query
  select s.id, s.token_hash, s.expires_at from pressrun.share_links s
  where case when create_share_link.delivery_id is null then s.id = create_share_link.id
    else s.delivery_id = create_share_link.delivery_id and s.sha256 = file end;
  if not found then
    raise exception 'job % has no document', create_share_link.job_id using errcode = 'PR005';
  end if;
end
$$;
comment on function pressrun.create_share_link is
  'Makes a link to the document of a job, or to a file of a delivery, its first without sha256. A delivery has at most one link for '
  'each file: if it has one, that link is returned unchanged. '
  'Raises PR005 if the job has no document.';
grant execute on function pressrun.create_share_link to pressrun_relay;
