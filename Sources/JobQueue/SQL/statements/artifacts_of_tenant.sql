select pressrun.artifacts_of_tenant($1, $2)
