select pressrun.prune_step()
