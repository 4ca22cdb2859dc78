select canonical, allowed, rule from pressrun.test_destination($1, $2, $3)
