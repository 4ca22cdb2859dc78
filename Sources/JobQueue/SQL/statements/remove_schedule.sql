select pressrun.remove_schedule($1)
