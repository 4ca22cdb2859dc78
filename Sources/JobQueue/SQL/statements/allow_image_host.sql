select pressrun.allow_image_host($1, $2)
