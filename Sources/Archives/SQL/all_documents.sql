select d.name, d.tenant, d.base_sha256, d.base_bytes, d.title, d.registered_at
from pressrun.annotation_documents d
order by d.tenant, d.name
