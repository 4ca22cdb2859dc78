select to_regnamespace('pressrun') is not null, to_regclass('pressrun.migrations') is not null
