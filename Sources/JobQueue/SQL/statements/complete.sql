select outcome, event_id, rule from pressrun.complete($1) order by ordinal
