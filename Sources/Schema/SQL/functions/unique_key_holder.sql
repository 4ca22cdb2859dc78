create or replace function pressrun.unique_key_holder(kind text, tenant text, unique_key text) returns bigint
language sql stable
set enable_seqscan = off
as $$
  select coalesce(
    (select j.id from pressrun.jobs j
      where j.kind = unique_key_holder.kind and j.tenant = unique_key_holder.tenant
        and j.unique_key = unique_key_holder.unique_key
        and j.state in ('scheduled', 'available', 'running', 'retryable')),
    (select u.job_id from pressrun.unique_keys u
      where u.kind = unique_key_holder.kind and u.tenant = unique_key_holder.tenant
        and u.unique_key = unique_key_holder.unique_key and u.expires_at > clock_timestamp()))
$$;
comment on function pressrun.unique_key_holder is
  'The job that holds a unique key, because it is unfinished or for a period; null if none does.';
