select pressrun.unregister_worker($1)
