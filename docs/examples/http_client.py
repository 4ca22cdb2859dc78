"""Enqueues a note over HTTP, waits until it is finished, and writes the PDF.

    PRESSRUN_URL=http://127.0.0.1:8080 PRESSRUN_TOKEN=... python3 http_client.py note.pdf
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

URL = os.environ["PRESSRUN_URL"]
TOKEN = os.environ["PRESSRUN_TOKEN"]


def request(path, body=None, **headers):
    """The bytes of the answer. Errors are problem documents with a stable code."""
    headers["Authorization"] = "Bearer " + TOKEN
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(body).encode()
    try:
        # Longer than the longest wait below.
        with urllib.request.urlopen(urllib.request.Request(URL + path, body, headers), timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        raise SystemExit(f"{problem['code']}: {problem['detail']}") from None


def main(output):
    note = {"title": "Site visit", "body": "<p>All four lines run.</p>"}
    # A request that is repeated with the same key, because its answer was lost, enqueues nothing.
    job = json.loads(
        request("/v1/jobs", {"kind": "note", "payload": note}, **{"Idempotency-Key": str(uuid.uuid4())}))
    while True:
        # Answers when the job is finished, or after 30 seconds.
        job = json.loads(request(f"/v1/jobs/{job['id']}?wait=30"))
        if job["state"] in ("completed", "cancelled", "discarded"):
            break
    if job["state"] != "completed":
        raise SystemExit(f"job {job['id']} is {job['state']}: {job['error']}")
    pdf = request(f"/v1/jobs/{job['id']}/artifact")
    with open(output, "wb") as file:
        file.write(pdf)
    print(f"{output}: {len(pdf)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
