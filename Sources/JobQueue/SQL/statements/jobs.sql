select * from pressrun.job_overview
where (cardinality($1::text[]) = 0 or state = any ($1::text[]::pressrun.job_state[]))
  and case when $2::text is null then kind not like 'deliver.%' else kind = $2 end
  and ($3::text is null or tenant = $3)
  and ($4::bigint is null or job_id < $4)
order by job_id desc limit $5::bigint
