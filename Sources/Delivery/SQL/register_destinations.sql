select pressrun.register_destinations($1)
