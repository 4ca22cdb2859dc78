select pressrun.report_problem($1, $2)
