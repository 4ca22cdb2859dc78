select id::text, tenant, job_id, kind, delivery_id, created_at, created_by, expires_at, downloads, max_downloads, has_password, state
from pressrun.share_link_overview
where ($1::text is null or tenant = $1) and ($2::bigint is null or job_id = $2)
order by created_at desc, id limit $3::bigint
