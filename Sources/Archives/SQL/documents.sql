select d.name, d.tenant, d.base_sha256, d.base_bytes, d.title, d.registered_at
from pressrun.annotation_documents d
where d.tenant = $1 and ($2::text is null or d.name = $2)
order by d.name
