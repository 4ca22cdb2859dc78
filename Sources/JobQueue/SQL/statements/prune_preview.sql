select what, jobs, attempts, events from pressrun.prune_preview()
