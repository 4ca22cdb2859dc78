select pressrun.snooze($1, $2, $3, $4)
