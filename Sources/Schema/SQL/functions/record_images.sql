create or replace function pressrun.record_images(job bigint, lease bigint, addresses text[], digests text[]) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform from pressrun.jobs j
  where j.id = record_images.job and j.lease = record_images.lease and j.state = 'running' and j.kind not like 'deliver.%'
  for key share;
  if not found then
    return false;
  end if;
  insert into pressrun.job_images (job_id, address, sha256)
  select record_images.job, i.address, i.digest from unnest(addresses, digests) i (address, digest)
  on conflict on constraint job_images_pkey do nothing;
  return true;
end
$$;
comment on function pressrun.record_images is
  'Records the images that a worker fetched for a job. Returns false, and changes nothing, if the lease is no longer held.';
grant execute on function pressrun.record_images to pressrun_worker;
