select pressrun.add_asset($1, $2, $3, $4, $5)
