select id, name, permissions, tenants, created_at, created_by, expires_at, last_used_on::text, state from pressrun.token_overview order by id desc
