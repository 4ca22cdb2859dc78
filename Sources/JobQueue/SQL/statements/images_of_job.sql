select address, sha256 from pressrun.images_of_job($1)
