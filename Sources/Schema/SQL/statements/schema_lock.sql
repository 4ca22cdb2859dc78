select pg_advisory_xact_lock(hashtextextended('pressrun.migrations', 0))
