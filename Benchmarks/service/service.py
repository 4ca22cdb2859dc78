"""A running `pressrun serve` with a database of its own."""

import contextlib
import http.client
import os
import pathlib
import re
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Service:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        self.environment |= {"PRESSRUN_DATA": folder, "PRESSRUN_HOME": str(ROOT)}
        self.url = self.run("database", "start")
        self.environment["DATABASE_URL"] = self.url
        self.run("migrate")
        self.token = self.run("tokens", "create", "benchmark", "--scope", "admin", "--all-tenants")
        self.environment["TOKEN"] = self.token
        self.process = None

    def run(self, *arguments):
        run = subprocess.run(
            [self.program, *arguments], cwd=ROOT, env=self.environment, check=True, text=True, stdout=subprocess.PIPE)
        return run.stdout.strip().splitlines()[-1] if run.stdout.strip() else ""

    def sql(self, text):
        run = subprocess.run(["psql", "-Atq", "-v", "ON_ERROR_STOP=1", self.url], input=text, check=True, text=True,
                             stdout=subprocess.PIPE)
        return run.stdout.strip()

    def start(self, *arguments):
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", "127.0.0.1:0", *arguments], cwd=ROOT, env=self.environment,
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise SystemExit("service: pressrun serve did not start")
        # Otherwise the service would wait for a reader of its log.
        subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port)

    def send(self, method, path, body=None, headers=None, connection=None):
        """The status and the content of the answer."""
        connection = connection or self.connection()
        connection.request(method, path, body, {"Authorization": f"Bearer {self.token}"} | (headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers

    def memory(self):
        """Resident memory in MB, without the renderers."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
            self.process = None

    def end(self):
        self.stop()
        del self.environment["DATABASE_URL"]
        self.run("database", "stop")


@contextlib.contextmanager
def service(program, *arguments):
    with tempfile.TemporaryDirectory(prefix="pressrun-bench-") as folder:
        running = Service(program, folder)
        try:
            running.start(*arguments)
            yield running
        finally:
            running.end()
