select output, file_name, sha256, bytes, media_type, page_sizes, parts, fonts from pressrun.artifacts
where job_id = $1 order by position
