select pressrun.upkeep()
