select job_id, state, sha256, file_name from pressrun.binder_documents($1, $2, $3)
