select (select max(m.version) from pressrun.migrations m), c.oldest_program from pressrun.schema_compatibility c
