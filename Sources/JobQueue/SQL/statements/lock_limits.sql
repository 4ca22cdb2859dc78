select pg_advisory_xact_lock(hashtextextended('pressrun.limits', 0))
