create or replace function pressrun.images_of_job(job bigint) returns table (address text, sha256 text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select i.address, i.sha256 from pressrun.job_images i where i.job_id = images_of_job.job order by i.address
$$;
comment on function pressrun.images_of_job is 'The images that were fetched for a job. Their addresses are part of its payload.';
grant execute on function pressrun.images_of_job to pressrun_worker;
