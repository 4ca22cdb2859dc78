select pressrun.rescue($1)
