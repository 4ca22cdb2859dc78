delete from pressrun.schema_objects where name = any ($1::text[])
