select * from pressrun.delivery_overview
where (cardinality($1::text[]) = 0 or state = any ($1::text[]))
  and ($2::text is null or $2 in (destination, split_part(destination, ':', 1)))
  and ($3::text is null or tenant = $3)
  and ($4::text is null or queue = $4)
  and ($5::bigint is null or job_id = $5)
  and ($6::text is null or error_code = $6)
  and ($7::bigint is null or delivery_id < $7)
order by delivery_id desc limit $8::bigint
