select scope, name, paused, max_running, max_depth, rate, burst from pressrun.limits order by scope, name
