select path, sha256 from pressrun.assets_of_delivered_job($1)
