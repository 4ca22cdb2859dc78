"""Calls the SQL functions of the schema with random arguments, for a given time.

Usage: fuzz_queue.py PRESSRUN SECONDS SEED

Creates a database of its own in a temporary folder, with logins of a producer of one tenant, a worker, a relay, a service, a monitor and a compliance
officer, and calls the functions that each login may call, by psql. Prints each call that fails with an internal error (SQLSTATE class
XX), a lack of resources (53), a failure of the system (58) or a time limit of 10 seconds (57014), or that ends the connection. The exit status is
then 1.
"""

import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

pressrun, seconds, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
ROLES = ["producer", "worker", "relay", "service", "monitor", "compliance"]
BATCH = 200

TEXTS = ["", "note", "acme", "globex", "default", "link", "*", "email:a@example.org", "folder", "s3", "x" * 5000, "ä\u202e", "' or 1=1", "%", "a\\b",
         "completed", "available", "2026-11-20", "{}", "00" * 32, "$.payload", "deliveries.email", "weekly"]
JSON = ["null", "{}", "[]", '"x"', "1e400", '{"kind":"note"}', '{"endpoint":"link"}', "[" * 2000 + "]" * 2000, '{"a":{"b":[1,2,{"c":null}]}}', '[{"id":1}]',
        '{"' + "k" * 3000 + '":1}']
NUMBERS = ["0", "1", "-1", "2", "17", "1000000", "2147483647", "-2147483648"]
TIMES = ["now()", "'infinity'", "'-infinity'", "'2026-11-20T12:00:00Z'", "now() + interval '1 year'", "'0001-01-01 BC'"]
INTERVALS = ["'0'", "'1 s'", "'-1 day'", "'100000 years'", "'1 month -1 day'"]


def quote(text):
    return "'" + text.replace("'", "''") + "'"


def argument(kind, r):
    """A literal of a type; null now and then."""
    if r.random() < 0.12:
        return f"null::{kind}"
    if kind.endswith("[]"):
        return "array[" + ", ".join(argument(kind[:-2], r) for _ in range(r.choice([0, 1, 1, 2, 50]))) + f"]::{kind}"
    if kind in ("bigint", "integer", "smallint", "numeric", "double precision", "real"):
        text = r.choice(NUMBERS[:6] if kind == "smallint" else NUMBERS + (["9223372036854775807"] if kind == "bigint" else []))
        text = "1" if kind == "smallint" and abs(int(text)) > 32767 else text
    elif kind in ("json", "jsonb"):
        text = quote(r.choice([item for item in JSON if kind == "json" or "e400" not in item]))
    elif kind == "boolean":
        text = r.choice(["true", "false"])
    elif kind == "uuid":
        text = quote("00000000-0000-4000-8000-00000000000" + str(r.randrange(3)))
    elif kind == "bytea":
        text = quote("\\x" + r.choice(["", "00", "ff" * 40, "25504446"]))
    elif kind == "interval":
        text = r.choice(INTERVALS)
    elif kind.startswith("timestamp") or kind == "date":
        text = r.choice(TIMES)
    else:
        text = quote(r.choice(TEXTS))
    return f"{text}::{kind}"


class Database:
    def __init__(self, folder):
        self.environment = {**os.environ, "PRESSRUN_DATA": folder}
        self.call("migrate")
        self.url = self.call("database", "start").splitlines()[-1]
        for role in ROLES:
            self.psql(f"create role fuzz_{role} login in role pressrun_{role}")
        self.psql("insert into pressrun.producer_tenants (login, tenant) values ('fuzz_producer', 'acme')")

    def call(self, *arguments):
        return subprocess.run([pressrun, *arguments], env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def psql(self, script):
        """The errors of a script: (line, SQLSTATE, message)."""
        run = subprocess.run(
            ["psql", "-X", "-q", "-At", "-v", "VERBOSITY=verbose", "-d", self.url, "-f", "-"], input=script, capture_output=True,
            text=True)
        errors = [(int(line), state, message) for line, state, message in re.findall(
            r"^psql:<stdin>:(\d+): (?:ERROR|FATAL|PANIC):  ([0-9A-Z]{5}): (.*)$", run.stderr, re.M)]
        if run.returncode == 2:
            errors.append((0, "connection", run.stderr[-300:]))
        return run.stdout, errors

    def functions(self, role):
        """The names and the types of the arguments of the functions that a role may call."""
        rows, _ = self.psql(f"""
            select p.proname || '|' || coalesce(string_agg(format_type(t.oid, null), ',' order by t.place), '')
            from pg_proc p left join lateral unnest(p.proargtypes) with ordinality as t (oid, place) on true
            where p.pronamespace = 'pressrun'::regnamespace and p.prokind = 'f' and has_function_privilege('fuzz_{role}', p.oid, 'execute')
              and p.prorettype <> 'trigger'::regtype
            group by p.oid, p.proname order by p.proname""")
        return [(name, [kind for kind in kinds.split(",") if kind]) for name, kinds in (row.split("|") for row in rows.splitlines())]


def run(folder):
    database = Database(folder)
    try:
        r = random.Random(seed)
        functions = {role: database.functions(role) for role in ROLES}
        end, count, faults, states = time.monotonic() + seconds, 0, 0, collections.Counter()
        while time.monotonic() < end and faults < 20:
            role = r.choice(ROLES)
            if not functions[role]:
                continue
            lines = [f"set session authorization fuzz_{role}; set statement_timeout = '10s'; set lock_timeout = '10s';"]
            for _ in range(BATCH):
                name, kinds = r.choice(functions[role])
                call = f"select * from pressrun.{name}({', '.join(argument(kind, r) for kind in kinds)})"
                # What most calls do is kept, so that later ones find it.
                lines.append(f"begin; {call}; {'commit' if r.random() < 0.7 else 'rollback'};")
            count += BATCH
            for line, state, message in database.psql("\n".join(lines) + "\n")[1]:
                states[state[:2]] += 1
                if state[:2] in ("XX", "53", "58", "co") or state == "57014":
                    faults += 1
                    print(f"seed {seed}, {role}: {state}: {message}: {lines[line - 1][:600] if line else ''}", flush=True)
        print(f"fuzz: {count} calls of {sum(map(len, functions.values()))} functions, errors {dict(sorted(states.items()))}", file=sys.stderr)
        return faults
    finally:
        database.call("database", "stop")


folder = tempfile.mkdtemp(prefix="pressrun-fuzz-")
try:
    sys.exit(1 if run(folder) else 0)
finally:
    shutil.rmtree(folder, ignore_errors=True)
