select pressrun.revoke_share_link($1::uuid)
