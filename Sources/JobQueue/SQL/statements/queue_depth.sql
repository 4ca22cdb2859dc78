select queue, available, running, waiting, oldest_seconds from pressrun.queue_depth order by queue
