select id, tenant, destination, types, active, created_at from pressrun.subscriptions($1)
