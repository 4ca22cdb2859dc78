select b.batch_id, b.tenant, b.name, b.held, b.jobs, b.completed, b.discarded, b.cancelled, b.created_at, b.completed_at
from pressrun.batch_status b
where ($1::text[] is null or b.tenant = any ($1::text[]))
  and ($2::text is null or position(lower($2) in lower(b.name)) > 0)
  and ($3::bigint is null or b.batch_id < $3)
order by b.batch_id desc limit 50
