select pressrun.prune_templates()
