select k.default_destination, k.allowed, k.denied from pressrun.kinds k where k.name = $1
