select name, pattern, next_number, issued, voided from pressrun.number_series_of($1)
