select pressrun.renew_share_link($1, $2, $3)
