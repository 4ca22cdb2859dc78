select pressrun.delete_asset($1, $2)
