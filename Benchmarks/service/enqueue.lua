-- Requests of wrk: POST /v1/jobs with the token in the environment.
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN")
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"kind": "note", "payload": {"title": "Site visit", "body": "<p>All four lines run.</p>"}}'
