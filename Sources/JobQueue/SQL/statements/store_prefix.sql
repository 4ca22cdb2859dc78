select pressrun.store_prefix()
