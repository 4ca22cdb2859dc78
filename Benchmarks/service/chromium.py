"""Chromium as Gotenberg uses it: one process that prints each page in a new tab."""

import base64
import json
import os
import subprocess
import tempfile


class Chromium:
    """Controlled by the DevTools protocol over a pipe: messages of JSON that end with a zero byte."""

    def __init__(self, program="chromium"):
        self.folder = tempfile.TemporaryDirectory()
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()

        def descriptors():
            # Chromium reads from 3 and writes to 4.
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=descriptors)
        os.close(to_read)
        os.close(to_write)
        self.number = 0
        self.buffer = b""

    def pdf(self, address):
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.call("Page.enable", {}, session)
        self.send("Page.navigate", {"url": address}, session)
        while self.receive().get("method") != "Page.loadEventFired":
            pass
        pdf = base64.b64decode(self.call("Page.printToPDF", {"preferCSSPageSize": True}, session)["data"])
        self.call("Target.closeTarget", {"targetId": target})
        return pdf

    def call(self, method, parameters, session=None):
        number = self.send(method, parameters, session)
        while True:
            message = self.receive()
            if message.get("id") == number:
                return message["result"]

    def send(self, method, parameters, session=None):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.input, 1 << 16)
            if not piece:
                raise EOFError("Chromium has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()
