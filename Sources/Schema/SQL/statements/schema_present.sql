select current_setting('server_version_num')::int, to_regnamespace('pressrun') is not null,
  to_regclass('pressrun.migrations') is not null, to_regclass('pressrun.schema_objects') is not null
