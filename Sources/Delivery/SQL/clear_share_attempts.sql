select pressrun.clear_share_attempts($1::uuid)
