select pressrun.unsubscribe($1)
