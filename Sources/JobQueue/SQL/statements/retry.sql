select pressrun.retry($1)
