select id, token from pressrun.create_token($1, $2, $3, $4)
