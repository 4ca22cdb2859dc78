create or replace function pressrun.batches_named(filter pressrun.job_filter) returns bigint[]
language sql stable
as $$
  select array_agg(b.id) from (
    select c.id from pressrun.batches c
    where c.name = (filter).batch and ((filter).tenant is null or c.tenant = (filter).tenant)
      and ((filter).tenants is null or c.tenant = any ((filter).tenants))
    union all select 0
  ) b
  where (filter).batch is not null
$$;
comment on function pressrun.batches_named is
  'Ids of the batches of a filter''s name, one per tenant, and 0, which is none; null if the filter has no batch.';
