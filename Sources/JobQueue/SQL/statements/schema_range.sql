select (select coalesce(max(m.version), 0) from pressrun.migrations m), c.oldest_program from pressrun.schema_compatibility c
