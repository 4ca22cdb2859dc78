select coalesce(max(sequence), 0) from pressrun.events
