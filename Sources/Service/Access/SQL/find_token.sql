select sha256, name, permissions, tenants, expires_at from pressrun.find_token($1)
