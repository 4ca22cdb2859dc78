select rolname::text from pg_roles where rolname = any ($1::text[])
