select pressrun.store_id()
