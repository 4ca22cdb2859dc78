select sharing, allowed, denied from pressrun.policies where tenant = $1
