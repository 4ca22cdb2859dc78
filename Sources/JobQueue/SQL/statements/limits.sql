select scope, name, paused, max_running, max_depth, rate, burst, paused_at, paused_by
from pressrun.limits order by scope, name
