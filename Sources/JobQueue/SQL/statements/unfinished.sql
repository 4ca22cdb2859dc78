select obstacle, scope, name, jobs from pressrun.unfinished($1, $2, $3)
