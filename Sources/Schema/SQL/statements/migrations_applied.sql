select version, name, checksum from pressrun.migrations order by version
