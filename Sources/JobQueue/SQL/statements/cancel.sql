select pressrun.cancel($1)
