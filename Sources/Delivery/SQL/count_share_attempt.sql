select pressrun.count_share_attempt($1::uuid)
