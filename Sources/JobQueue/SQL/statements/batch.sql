select batch_id, tenant, name, held, jobs, completed, discarded, cancelled, created_at, completed_at
from pressrun.batch_status where tenant = $1 and name = $2
