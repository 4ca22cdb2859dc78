select name, checksum from pressrun.schema_objects
