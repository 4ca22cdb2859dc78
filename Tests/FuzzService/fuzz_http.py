"""Sends random requests to `pressrun serve`, for a given time.

Usage: fuzz_http.py PRESSRUN SECONDS SEED

Starts a service with a database of its own in a temporary folder, and sends it requests of three kinds: requests for the routes of its
OpenAPI document and of its pages with random parameters, bodies and credentials; damaged copies of their bytes; and random bytes.
Prints each request that is answered with a status of 500 or more (but 503), that is not answered
within 10 seconds, or after which the service is gone or holds more than 500 MB. The exit status is then 1.
"""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

pressrun, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
ANSWER_SECONDS = 10
MEMORY = 500 << 20
# A service answers these if a part is busy, or not configured.
EXPECTED = {503}

WORDS = ["", "0", "1", "-1", "9" * 30, "note", "invoice", "acme", "unknown", "null", "a" * 300, "ä\u202e\u0000", "../../etc/passwd", "%00",
         "'; drop table pressrun.jobs; --", "<script>alert(1)</script>", "{}", "[]", "1e999", "NaN", "2026-11-20T12:00:00Z", "true", "*"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "X"]
TYPES = ["application/json", "application/x-ndjson", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/html",
         "application/pdf", "image/png", "", "x"]
PAGES = ["/", "/jobs", "/jobs/retry", "/jobs/{id}", "/jobs/{id}/payload", "/jobs/{id}/pages/{page}", "/jobs/{id}/document", "/jobs/suggestions",
         "/queues", "/tenants", "/workers", "/destinations", "/batches", "/schedules", "/archives", "/archives/{tenant}/{name}",
         "/archives/{tenant}/{name}/verify", "/policies", "/policies/remove", "/audit", "/limits", "/limits/pause", "/sign-in", "/sign-out",
         "/s/{token}", "/s/{token}/document", "/livez", "/readyz", "/forms/chromium/convert/html", "/forms/pdfengines/merge", "/v1/docs"]


def quote(text):
    return "".join(c if c.isalnum() and c.isascii() else "".join(f"%{b:02X}" for b in c.encode()) for c in text)


class Generator:
    """Random requests, which depend on the seed only."""

    def __init__(self, seed, document, credentials):
        self.random = random.Random(seed)
        self.credentials = credentials
        self.routes = []
        self.examples = []
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if not isinstance(operation, dict) or path == "/v1/events":
                    continue  # A stream of events does not end.
                self.routes.append((method.upper(), path, [p.get("name", "") for p in operation.get("parameters", [])]))
                for content in operation.get("requestBody", {}).get("content", {}).values():
                    if "example" in content:
                        self.examples.append(content["example"])
        self.names = sorted({name for schema in document["components"]["schemas"].values() for name in schema.get("properties", {})})

    def value(self, depth=0):
        pick = self.random.randrange(8 if depth < 4 else 5)
        if pick == 0:
            return self.random.choice([None, True, False])
        if pick == 1:
            return self.random.choice([0, 1, -1, 2**31, 2**63, 1e308, 0.5])
        if pick < 5:
            return self.random.choice(WORDS)
        if pick == 5:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice(self.names + WORDS): self.value(depth + 1) for _ in range(self.random.randrange(6))}

    def body(self):
        pick = self.random.randrange(7)
        if pick == 0:
            return b""
        if pick == 1 and self.examples:
            example = self.random.choice(self.examples)
            if isinstance(example, dict):
                example = dict(example)
                example[self.random.choice(self.names)] = self.value()
            return (example if isinstance(example, str) else json.dumps(example)).encode()
        if pick == 2:
            return b"&".join(f"{quote(self.random.choice(self.names))}={quote(self.random.choice(WORDS))}".encode() for _ in range(5))
        if pick == 3:
            parts = b"".join(
                f'--b\r\nContent-Disposition: form-data; name="{self.random.choice(["files", "html", "request", "file", "x"])}"; '
                f'filename="{self.random.choice(["index.html", "a.pdf", "../x", ""])}"\r\n\r\n{self.random.choice(WORDS)}\r\n'.encode()
                for _ in range(self.random.randrange(5)))
            return parts + self.random.choice([b"--b--\r\n", b"--b", b""])
        if pick == 4:
            return self.random.randbytes(self.random.randrange(2000))
        if pick == 5:
            return b"[" * self.random.choice([10, 1000, 100000])
        return json.dumps(self.value()).encode()

    def request(self):
        """The bytes of a request."""
        r = self.random
        if r.random() < 0.03:
            return r.randbytes(r.randrange(1, 3000))
        if r.random() < 0.6:
            method, path, names = r.choice(self.routes)
        else:
            method, path, names = r.choice(["GET", "POST"]), r.choice(PAGES), []
        if r.random() < 0.05:
            method = r.choice(METHODS)
        while "{" in path:
            start, end = path.index("{"), path.index("}")
            path = path[:start] + quote(r.choice(WORDS + ["1", "2", "3"])) + path[end + 1:]
        query = [f"{quote(r.choice(names + WORDS))}={quote(r.choice(WORDS))}" for _ in range(r.choice([0, 0, 0, 1, 2, 30]))]
        target = path + ("?" + "&".join(query) if query else "")
        body = self.body() if method in ("POST", "PUT", "PATCH") or r.random() < 0.05 else b""
        fields = ["Host: localhost", "Connection: close", *r.choice(self.credentials)]
        if body:
            fields.append(f"Content-Type: {r.choice(TYPES)}")
            fields.append(r.choice([f"Content-Length: {len(body)}"] * 20 + ["Content-Length: 5", "Content-Length: -1"]))
        for _ in range(r.choice([0, 0, 0, 1, 3])):
            name = r.choice(["Accept", "Range", "If-None-Match", "Idempotency-Key", "traceparent", "Expect", "Prefer", "Content-Encoding",
                             "Last-Event-ID", "Transfer-Encoding"])
            fields.append(f"{name}: {quote(r.choice(WORDS))}")
        data = f"{method} {target} HTTP/1.1\r\n".encode() + "\r\n".join(fields).encode() + b"\r\n\r\n" + body
        if r.random() < 0.1:
            damaged = bytearray(data)
            for _ in range(r.randrange(1, 6)):
                damaged[r.randrange(len(damaged))] = r.randrange(256)
            data = bytes(damaged)
        return data[:r.randrange(len(data))] if r.random() < 0.02 else data


def send(port, data):
    """The status of the answer; 0 if the connection was closed without one, None if there was none in time."""
    with socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while len(answer) < 1 << 20:
                piece = connection.recv(1 << 16)
                if not piece:
                    break
                answer += piece
        except TimeoutError:
            return None
        except OSError:
            return 0
    words = answer.split(b" ", 2)
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return next((int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmRSS")), 0)


def start(environment, folder):
    """A service, and the port on which it accepts connections."""
    service = subprocess.Popen([pressrun, "serve", "--listen", "127.0.0.1:0"], env=environment, stderr=subprocess.PIPE, text=True)
    lines = []
    for line in service.stderr:
        lines.append(line)
        if found := re.search(r"127\.0\.0\.1:(\d+)", line):
            # Otherwise the service would wait for a reader of its log.
            subprocess.Popen(["cat"], stdin=service.stderr, stdout=open(f"{folder}/log", "w"))
            return service, int(found[1])
    sys.exit("".join(lines) or "fuzz: pressrun serve did not start")


def run(folder):
    environment = {**os.environ, "PRESSRUN_DATA": folder}

    def call(*arguments):
        return subprocess.run([pressrun, *arguments], env=environment, check=True, capture_output=True, text=True).stdout.strip()

    call("migrate")
    token = call("tokens", "create", "fuzz", "--scope", "admin", "--all-tenants")
    bound = call("tokens", "create", "fuzz", "--scope", "jobs:read", "--tenant", "acme")
    service, port = start(environment, folder)
    faults = 0
    try:
        cookie = sign_in(port, token)
        credentials = [[f"Authorization: Bearer {token}"]] * 4 + [[f"Cookie: {cookie}"]] * 4 + [[f"Authorization: Bearer {bound}"], []]
        generator = Generator(seed, openapi(port), credentials)
        end, count = time.monotonic() + seconds, 0
        statuses = collections.Counter()
        while time.monotonic() < end:
            data = generator.request()
            count += 1
            try:
                status = send(port, data)
            except OSError:
                status = "no connection"
            statuses[status] += 1
            problem = None
            if service.poll() is not None:
                problem = f"the service ended with {service.returncode}"
            elif status is None:
                problem = f"no answer within {ANSWER_SECONDS} s"
            elif status == "no connection":
                problem = "the service accepts no connection"
            elif status >= 500 and status not in EXPECTED:
                problem = f"status {status}"
            elif count % 100 == 0 and memory(service) > MEMORY:
                problem = f"{memory(service) >> 20} MB"
            if problem:
                faults += 1
                print(f"request {count} of seed {seed}: {problem}: {data[:400].replace(token.encode(), b'TOKEN')!r}", flush=True)
                if service.poll() is not None or faults > 20:
                    break
        size = memory(service) >> 20 if service.poll() is None else 0
        print(f"fuzz: {count} requests, {size} MB, statuses {dict(sorted(statuses.items(), key=str))}", file=sys.stderr)
    finally:
        service.terminate()
        service.wait(timeout=60)
        call("database", "stop")
    return faults


def exchange(port, request):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def sign_in(port, token):
    body = f"token={quote(token)}"
    answer = exchange(
        port, f"POST /sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}".encode()).decode(errors="replace")
    return next(line.split(":", 1)[1].split(";")[0].strip() for line in answer.splitlines() if line.lower().startswith("set-cookie:"))


def openapi(port):
    answer = exchange(port, b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])


folder = tempfile.mkdtemp(prefix="pressrun-fuzz-")
try:
    sys.exit(1 if run(folder) else 0)
finally:
    shutil.rmtree(folder, ignore_errors=True)
