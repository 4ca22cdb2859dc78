#!/usr/bin/env python3
"""Sends proper, slow, oversized, truncated and malformed requests to a service, and checks that its memory stays flat.

    soak.py [--pressrun BINARY] [--minutes N]

Prints the memory in MB over time, the number of answers by status, and whether all is well: no answer of the server's own failure, every
proper request answered, and in the last quarter at most a tenth and 16 MB more memory than in the second one.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import socket
import statistics
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from service import ROOT, service  # noqa: E402

INVOICE = (ROOT / "Benchmarks/invoice1.html").read_bytes()
JOB = json.dumps({"kind": "note", "payload": {"title": "Soak", "body": "<p>All four lines run.</p>"}}).encode()


class Soak:
    def __init__(self, running, minutes):
        self.running = running
        self.end = time.monotonic() + minutes * 60
        self.statuses = collections.Counter()
        self.faults = collections.Counter()
        self.lock = threading.Lock()

    def count(self, what, status):
        with self.lock:
            self.statuses[f"{what} {status}"] += 1
            if status in (500, 502, 504) or what == "proper" and status == 0:
                self.faults[f"{what} {status}"] += 1

    def proper(self):
        connection = self.running.connection()
        requests = [
            ("POST", "/v1/jobs", JOB, {"Content-Type": "application/json"}), ("GET", "/v1/jobs/1", None, {}),
            ("GET", "/v1/jobs?limit=20", None, {}), ("GET", "/v1/jobs?state=discarded", None, {}),
            ("POST", "/v1/render", INVOICE, {"Content-Type": "text/html"}), ("GET", "/v1/openapi.json", None, {}),
            ("GET", "/readyz", None, {}), ("GET", "/s/none", None, {}), ("GET", "/sign-in", None, {}),
            ("POST", "/v1/jobs", b"{", {"Content-Type": "application/json"}), ("GET", "/missing", None, {}),
        ]
        while time.monotonic() < self.end:
            try:
                status, _, headers = self.running.send(*random.choice(requests), connection)
                if headers.get("Connection") == "close":
                    connection.close()
            except OSError:
                status = 0
            self.count("proper", status)

    def raw(self, what, pieces, pause=0.0):
        """Sends pieces until the server closes the connection; the status of its answer, or 0."""
        status = 0
        try:
            with socket.create_connection(("127.0.0.1", self.running.port), timeout=60) as connection:
                try:
                    for piece in pieces:
                        connection.sendall(piece)
                        if pause:
                            time.sleep(pause)
                        if time.monotonic() > self.end:
                            return
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
                answer = connection.recv(4096)
                if answer.startswith(b"HTTP/1.1 "):
                    status = int(answer[9:12])
        except OSError:
            pass
        self.count(what, status)

    def head(self, *fields):
        return "\r\n".join(["POST /v1/jobs HTTP/1.1", "Host: x", f"Authorization: Bearer {self.running.token}",
                            "Content-Type: application/json", *fields, "", ""]).encode()

    def slow(self):
        while time.monotonic() < self.end:
            self.raw("slow", [b"GET / HTTP/1.1\r\n", *[b"X-%d: y\r\n" % index for index in range(90)]], pause=1)

    def slow_reader(self):
        while time.monotonic() < self.end:
            request = f"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 200
            self.raw("slow reader", [request, b""], pause=1)

    def oversized(self):
        piece = b"x" * (1 << 16)
        while time.monotonic() < self.end:
            self.raw("long header", [b"GET / HTTP/1.1\r\nX: " + piece])
            self.raw("long body", [self.head(f"Content-Length: {100 << 20}"), *[piece] * 40])
            self.raw("endless body", [self.head("Transfer-Encoding: chunked"), *[b"10000\r\n" + piece + b"\r\n"] * 1100])

    def truncated(self):
        while time.monotonic() < self.end:
            self.raw("truncated", [self.head("Content-Length: 1000"), b'{"kind": "note", "payload": '])
            form = self.head("Content-Length: 5000").replace(b"/v1/jobs", b"/v1/render").replace(
                b"application/json", b"multipart/form-data; boundary=b")
            self.raw("truncated", [form, b'--b\r\nContent-Disposition: form-data; name="html"\r\n\r\n<p>', os.urandom(2000)])

    def malformed(self):
        while time.monotonic() < self.end:
            self.raw("malformed", [random.randbytes(random.randint(1, 500)) + b"\r\n\r\n"])
            self.raw("malformed", [self.head("Content-Length: 12"), random.randbytes(12)])
            self.raw("malformed", [b"GET /%ff/%zz?a=%00 HTTP/1.1\r\nHost: x\r\n\r\n"])
            self.raw("malformed", [self.head("Content-Length: -1"), b"{}"])

    def run(self):
        workers = [self.proper] * 4 + [self.slow] * 100 + [self.slow_reader] * 10 + [self.oversized, self.truncated, self.malformed]
        threads = [threading.Thread(target=worker, daemon=True) for worker in workers]
        for thread in threads:
            thread.start()
        memory = []
        while time.monotonic() < self.end:
            memory.append(self.running.memory())
            time.sleep(1)
        for thread in threads:
            thread.join(timeout=30)
        return memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pressrun", default=os.environ.get("PRESSRUN", str(ROOT / ".build/release/pressrun")))
    parser.add_argument("--minutes", type=float, default=10)
    arguments = parser.parse_args()
    with service(arguments.pressrun) as running:
        soak = Soak(running, arguments.minutes)
        memory = soak.run()
        status, _, _ = running.send("GET", "/readyz")
    parts = [memory[len(memory) * n // 4:len(memory) * (n + 1) // 4] for n in range(4)]
    levels = [round(statistics.median(part), 1) for part in parts]
    is_flat = levels[3] <= levels[1] * 1.1 + 16
    print(json.dumps({
        "minutes": arguments.minutes, "memory_mb": levels, "peak_mb": round(max(memory), 1), "answers": dict(sorted(soak.statuses.items())),
        "faults": dict(soak.faults), "ready": status == 200, "flat": is_flat,
    }, indent=2))
    sys.exit(0 if is_flat and not soak.faults and status == 200 else 1)


if __name__ == "__main__":
    main()
