select pressrun.image_hosts_of($1)
