"""An OCSP responder for tests: answers requests (RFC 6960) by `openssl ocsp`.

    ocsp_responder.py PORT FOLDER INDEX CERTIFICATE

FOLDER has authority.pem, the file INDEX with the status of certificates, and CERTIFICATE.pem and CERTIFICATE.key, with which
responses are signed.
"""
import http.server
import os
import subprocess
import sys
import tempfile

port, folder, index, certificate = int(sys.argv[1]), *sys.argv[2:]


def reply(query):
    with tempfile.TemporaryDirectory() as scratch:
        question, answer = os.path.join(scratch, "query"), os.path.join(scratch, "reply")
        with open(question, "wb") as file:
            file.write(query)
        command = ["openssl", "ocsp", "-index", index, "-CA", "authority.pem", "-nmin", "60"]
        command += ["-rsigner", certificate + ".pem", "-rkey", certificate + ".key"]
        command += ["-reqin", question, "-respout", answer]
        subprocess.run(command, cwd=folder, check=True)
        with open(answer, "rb") as file:
            return file.read()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        query = self.rfile.read(int(self.headers["Content-Length"]))
        isRequest = self.headers["Content-Type"] == "application/ocsp-request"
        body = reply(query) if isRequest else b""
        self.send_response(200 if isRequest else 400)
        self.send_header("Content-Type", "application/ocsp-response")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.HTTPServer(("127.0.0.1", port), Handler).serve_forever()
