select pressrun.report_storage($1, $2, $3)
