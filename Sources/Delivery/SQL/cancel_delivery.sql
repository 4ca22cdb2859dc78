select pressrun.cancel_delivery($1)
