select id::text, tenant, job_id, kind, sha256, bytes, media_type, password_hash, problem,
  expires_at, downloads, max_downloads, pages
from pressrun.find_share_link($1::bytea)
