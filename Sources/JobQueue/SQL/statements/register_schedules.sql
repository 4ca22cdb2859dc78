select pressrun.register_schedules($1, $2)
