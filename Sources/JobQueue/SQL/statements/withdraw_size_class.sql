select pressrun.withdraw_size_class($1, $2, $3)
