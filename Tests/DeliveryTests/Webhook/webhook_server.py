"""A receiver of webhooks whose behaviour depends on the path. Signatures are verified by the package standardwebhooks.

Arguments: the port and the secret. GET /received lists the accepted messages: their headers and bodies.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(sys.argv[2])
received = []


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, json.dumps(received).encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            webhook.verify(body, headers)
        except WebhookVerificationError as error:
            return self.answer(401, str(error).encode())
        action, _, argument = self.path.split("?")[0].lstrip("/").partition("/")
        received.append({"path": self.path, "headers": headers, "body": json.loads(body)})
        if action == "status":
            self.answer(int(argument), b"answer")
        elif action == "later":
            self.answer(503, Retry_After=argument.replace("_", " "))
        elif action == "redirect":
            self.answer(307, Location="/ok")
        elif action == "echo":
            self.answer(200, body)
        elif action == "unprintable":
            self.answer(200, "ok\x00\x1b[31m\u202e  \r\n h\u00e9\u2028there".encode() + b"\xff" + b"y" * 5000)
        elif action == "long":
            self.answer(200, b"x" * 1_000_000)
        elif action == "silent":
            self.connection.recv(1)
        elif action == "cut":
            self.close_connection = True
        else:
            self.answer(204)


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print("ready", flush=True)
server.serve_forever()
