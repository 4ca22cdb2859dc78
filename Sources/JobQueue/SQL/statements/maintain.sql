select pressrun.maintain($1::int)
