select id, time, principal, name, action, object, tenant from pressrun.audit_entries($1, $2, $3)
