"""A timestamp authority for tests: answers requests (RFC 3161) by `openssl ts`.

    timestamp_server.py PORT FOLDER CERTIFICATE

FOLDER has openssl.cnf with the section of the authority, CERTIFICATE.pem and CERTIFICATE.key. Paths: / answers, /busy answers with 503 twice before each timestamp,
/stale repeats the first answer, /none answers with 404, /text with text.
"""
import fcntl
import http.server
import os
import subprocess
import sys
import tempfile

port, folder, certificate = int(sys.argv[1]), sys.argv[2], sys.argv[3]
first = None
refusals = 0


def reply(query):
    with tempfile.TemporaryDirectory() as scratch:
        question, answer = os.path.join(scratch, "query"), os.path.join(scratch, "reply")
        with open(question, "wb") as file:
            file.write(query)
        command = ["openssl", "ts", "-reply", "-config", "openssl.cnf", "-queryfile", question, "-out", answer]
        command += ["-signer", certificate + ".pem", "-inkey", certificate + ".key"]
        # Servers of several tests share the file of the serial number.
        with open(os.path.join(folder, "serial.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            subprocess.run(command, cwd=folder, check=True)
        with open(answer, "rb") as file:
            return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        global first, refusals
        query = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Type"] != "application/timestamp-query":
            return self.answer(400, b"")
        if self.path == "/none":
            return self.answer(404, b"")
        if self.path == "/text":
            return self.answer(200, b"no timestamp")
        if self.path == "/busy" and refusals < 2:
            refusals += 1
            return self.answer(503, b"")
        refusals = 0
        body = reply(query)
        first = first or body
        self.answer(200, first if self.path == "/stale" else body)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/timestamp-reply")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.HTTPServer(("127.0.0.1", port), Handler).serve_forever()
