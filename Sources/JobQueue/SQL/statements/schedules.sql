select name, kind, cron, time_zone, tenant, paused, next_at, last_at, last_job, last_error
from pressrun.schedule_status order by name
