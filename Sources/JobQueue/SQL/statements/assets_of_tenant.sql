select sha256, bytes, media_type, name, added_at, jobs from pressrun.assets_of_tenant($1)
