select j.id, j.kind, j.tenant, j.claimed_by, j.claimed_at, j.pages_done, j.lease_expires_at
from pressrun.jobs_in_states('{running}') j order by j.claimed_at limit 200
