select pressrun.revoke_token($1)
