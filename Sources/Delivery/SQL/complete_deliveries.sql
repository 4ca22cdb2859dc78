select * from pressrun.complete_deliveries($1, $2, $3) as ordinal
