select pressrun.remove_policy($1)
