-- Requests of wrk: GET with the token in the environment.
wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN")
