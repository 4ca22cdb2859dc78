select job_id, problem, files from pressrun.erase_matching(row(
  $1::text[], $2::text, $3::text, $4::text[], $5::text, $6::text, $7::text, $8::text, $9::timestamptz, $10::timestamptz,
  $11::text)::pressrun.job_filter, $12, $13)
