select queue, available, running, waiting, oldest_seconds, paused, max_running, max_depth
from pressrun.queue_depth order by queue
