select b.job_id, b.document, b.sequence, b.sha256, b.manifest, b.built_at
from pressrun.annotation_builds b
where b.document = $1
order by b.built_at
