select d.id, d.tenant, d.base_sha256, d.base_bytes, d.title, d.registered_at
from pressrun.annotation_documents d
where $1::text is null or d.id = $1
order by d.id
