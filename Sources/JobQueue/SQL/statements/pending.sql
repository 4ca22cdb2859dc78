select available, running, waiting, later, next_due, now from pressrun.pending($1, $2)
