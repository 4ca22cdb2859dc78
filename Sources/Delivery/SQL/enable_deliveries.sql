select pressrun.enable_deliveries($1)
