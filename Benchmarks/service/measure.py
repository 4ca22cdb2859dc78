#!/usr/bin/env python3
"""Measures the HTTP service against its goals. Needs wrk, pgbench, psql and Chromium.

    measure.py [--pressrun BINARY] [--seconds N] [NAME...]

One line for each measurement: its value, its goal, and whether it is reached.
"""

import argparse
import json
import os
import pathlib
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from chromium import Chromium  # noqa: E402
from service import ROOT, service  # noqa: E402

HERE = pathlib.Path(__file__).parent
CONNECTIONS = 16
INVOICE = (ROOT / "Benchmarks/invoice1.html").read_bytes()


def report(name, value, unit, goal, reached, **more):
    print(json.dumps({"name": name, "value": round(value, 2), "unit": unit, "goal": goal, "reached": reached} | more), flush=True)


def wrk(running, script, path, seconds):
    """Requests per second; none of the answers may be an error."""
    run = subprocess.run(
        ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", HERE / script, running.address + path],
        env=running.environment, check=True, text=True, stdout=subprocess.PIPE)
    if "Non-2xx" in run.stdout or "Socket errors" in run.stdout:
        raise SystemExit(f"measure: errors in\n{run.stdout}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", run.stdout)[1])


def milliseconds(body, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        body()
        times.append((time.perf_counter() - start) * 1000)
    return times


def read(running, arguments):
    job = running.run("enqueue", "note", str(ROOT / "Jobs/examples/note.json"))
    rate = wrk(running, "get.lua", f"/v1/jobs/{job}", arguments.seconds)
    report("GET /v1/jobs/{id}", rate, "requests/s", ">= 5000", rate >= 5000)


def enqueue(running, arguments):
    pgbench = shutil.which("pgbench") or str(sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench"))[-1])
    shares = []
    # In turns, because the machine may be busy.
    for _ in range(3):
        http = wrk(running, "enqueue.lua", "/v1/jobs", arguments.seconds)
        run = subprocess.run(
            [pgbench, "-n", "-M", "prepared", f"-c{CONNECTIONS}", "-j2", f"-T{arguments.seconds}", "-f", HERE / "enqueue.sql",
             running.url], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        libpq = float(re.search(r"tps = ([\d.]+)", run.stdout)[1])
        shares.append((http / libpq * 100, http, libpq))
    share, http, libpq = sorted(shares)[1]
    report("POST /v1/jobs", share, "% of libpq", ">= 60", share >= 60, requests=round(http), libpq=round(libpq))


def render(running, arguments):
    bench = running.program
    run = subprocess.run(
        [bench, "bench", "render", str(ROOT / "Benchmarks/invoice1.html"), "--iterations", "200", "--json"], cwd=ROOT,
        env=running.environment, check=True, text=True, stdout=subprocess.PIPE)
    alone = statistics.median(json.loads(run.stdout.splitlines()[0])["ms"])
    connection = running.connection()

    def send():
        status, pdf, _ = running.send("POST", "/v1/render", INVOICE, {"Content-Type": "text/html"}, connection)
        assert status == 200 and pdf.startswith(b"%PDF"), pdf

    milliseconds(send, 20)
    through = statistics.median(milliseconds(send, 200))
    report("POST /v1/render", through - alone, "ms above bench render", "<= 3", through - alone <= 3, ms=round(through, 2),
           bench=round(alone, 2))


def gotenberg(running, arguments):
    body = (b"--limit\r\nContent-Disposition: form-data; name=\"files\"; filename=\"index.html\"\r\nContent-Type: text/html\r\n\r\n"
            + INVOICE + b"\r\n--limit--\r\n")
    connection = running.connection()

    def send():
        status, pdf, _ = running.send(
            "POST", "/forms/chromium/convert/html", body, {"Content-Type": "multipart/form-data; boundary=limit"}, connection)
        assert status == 200 and pdf.startswith(b"%PDF"), pdf

    milliseconds(send, 20)
    own = statistics.median(milliseconds(send, 100))
    chromium = Chromium(os.environ.get("CHROMIUM", "chromium"))
    try:
        address = (ROOT / "Benchmarks/invoice1.html").as_uri()
        milliseconds(lambda: chromium.pdf(address), 3)
        other = statistics.median(milliseconds(lambda: chromium.pdf(address), 20))
    finally:
        chromium.close()
    report("Gotenberg's route", other / own, "times as fast as Chromium", ">= 20", other / own >= 20, ms=round(own, 2),
           chromium=round(other, 2))


def overview(running, arguments):
    running.sql("""
        insert into pressrun.jobs
          (kind, queue, tenant, state, run_at, attempt, max_attempts, destination, claimed_at, finished_at)
        select 'note', 'default', 't' || n % 50, (case when n % 200 = 7 then 'discarded' else 'completed' end)::pressrun.job_state,
          now() - make_interval(secs => n / 10.0), 1, 3, 'none', now() - make_interval(secs => n / 10.0),
          now() - make_interval(secs => n / 10.0)
        from generate_series(1, 1000000) n;
        insert into pressrun.attempts (job_id, lease, attempt, kind, ready_at, started_at, finished_at, outcome, error_code)
        select id, 1, 1, 'note', claimed_at, claimed_at, finished_at, 'failed', 'timeout' from pressrun.jobs where state = 'discarded';
        vacuum analyze;
        """)
    connection = running.connection()
    connection.request("POST", "/sign-in", f"token={running.token}", {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    answer.read()
    cookie = answer.headers["Set-Cookie"].split(";")[0]

    def page(path):
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content
    for path in ["/", "/jobs", "/jobs?state=discarded", "/tenants"]:
        milliseconds(lambda: page(path), 3)
        # Counts are kept for a second; pages without kept counts are among these.
        times = []
        for _ in range(20):
            times += milliseconds(lambda: page(path), 1)
            time.sleep(0.2)
        report(f"page {path} with 1,000,000 finished jobs", statistics.median(times), "ms", "< 50", statistics.median(times) < 50,
               slowest=round(max(times), 1))


def preview(running, arguments):
    """From saving a template to the event with the new document."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ["Jobs", "Templates"]:
            shutil.copytree(ROOT / name, f"{folder}/{name}")
        environment = running.environment | {"PRESSRUN_HOME": folder}
        process = subprocess.Popen(
            [running.program, "preview", "invoice", "--listen", "127.0.0.1:0"], cwd=folder, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = re.search(r"http://\S+", process.stdout.readline())[0]
            port, token = re.search(r"127\.0\.0\.1:(\d+)/?(\S*)", address).groups()
            events = subprocess.Popen(
                ["curl", "-sN", f"http://127.0.0.1:{port}/events" + (token if token.startswith("?") else "")],
                stdout=subprocess.PIPE)
            templates = list(pathlib.Path(folder, "Templates").glob("**/invoice*.html")) or list(
                pathlib.Path(folder, "Templates/invoice").glob("*.html"))

            def document():
                while True:
                    if not select.select([events.stdout], [], [], 30)[0]:
                        raise SystemExit("measure: the preview did not answer")
                    if events.stdout.readline().startswith(b"event: document"):
                        return

            document()
            times = []
            for index in range(30):
                time.sleep(0.3)
                text = templates[0].read_text()
                start = time.perf_counter()
                templates[0].write_text(text + f"<!-- {index} -->")
                document()
                times.append((time.perf_counter() - start) * 1000)
            events.terminate()
            report("preview", statistics.median(times), "ms from saving to the new document", "< 300",
                   statistics.median(times) < 300, slowest=round(max(times), 1))
        finally:
            process.terminate()
            process.wait()


MEASUREMENTS = {"read": read, "enqueue": enqueue, "render": render, "gotenberg": gotenberg, "preview": preview, "overview": overview}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", choices=[[], *MEASUREMENTS], metavar="NAME")
    parser.add_argument("--pressrun", default=os.environ.get("PRESSRUN", str(ROOT / ".build/release/pressrun")))
    parser.add_argument("--seconds", type=int, default=5)
    arguments = parser.parse_args()
    for program in ["wrk", "psql"]:
        if not shutil.which(program):
            sys.exit(f"measure: {program} is missing; run script/bootstrap build run test bench")
    # As many connections to the database as clients of pgbench have.
    with service(arguments.pressrun, "--database-connections", str(CONNECTIONS)) as running:
        for name in arguments.names or MEASUREMENTS:
            MEASUREMENTS[name](running, arguments)


if __name__ == "__main__":
    main()
