select pressrun.retry_delivery($1)
