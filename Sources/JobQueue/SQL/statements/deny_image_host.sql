select pressrun.deny_image_host($1, $2)
