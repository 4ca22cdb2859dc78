select path, sha256 from pressrun.job_assets where job_id = $1 order by path
