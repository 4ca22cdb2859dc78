select sha256, bytes, media_type, page_sizes from pressrun.artifacts where job_id = $1
