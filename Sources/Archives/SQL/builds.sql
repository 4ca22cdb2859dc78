select b.job_id, b.document, b.sequence, b.sha256, b.manifest, b.built_at
from pressrun.annotation_builds b
where b.tenant = $1 and b.document = $2
order by b.built_at
