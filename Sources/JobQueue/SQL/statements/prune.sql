select jobs, attempts, events, more from pressrun.prune($1)
