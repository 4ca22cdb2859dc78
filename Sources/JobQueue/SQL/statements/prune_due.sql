select jobs, more from pressrun.prune_due()
