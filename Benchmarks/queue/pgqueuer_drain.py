"""Drains empty jobs with PgQueuer, like PgQueuer's own drain benchmark. Prints {"jobs": N, "seconds": S}."""

import asyncio
import json
import os
import sys
import time

import asyncpg
import uvloop
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.models import Job
from pgqueuer.queries import Queries
from pgqueuer.types import QueueExecutionMode


async def main(jobs: int, connections: int, batch: int) -> None:
    url = os.environ["DATABASE_URL"]
    queries = Queries(AsyncpgDriver(await asyncpg.connect(url)))
    if await queries.schema_is_installed():
        await queries.uninstall()
    await queries.install()
    for start in range(0, jobs, 10_000):
        count = min(10_000, jobs - start)
        await queries.enqueue(["empty"] * count, [b""] * count, [0] * count)
    queuers = []
    for _ in range(connections):
        queuer = PgQueuer(AsyncpgDriver(await asyncpg.connect(url)))

        @queuer.entrypoint("empty")
        async def empty(job: Job) -> None:
            pass

        queuers.append(queuer)
    start = time.monotonic()
    await asyncio.gather(*(q.run(batch_size=batch, mode=QueueExecutionMode.drain) for q in queuers))
    seconds = time.monotonic() - start
    done = sum(row.status == "successful" for row in await queries.queue_log())
    if done != jobs:
        sys.exit(f"pgqueuer: {done} of {jobs} jobs were done")
    print(json.dumps({"jobs": jobs, "seconds": seconds}))


if __name__ == "__main__":
    # Five connections and batches of ten are the settings of PgQueuer's benchmark; larger batches are faster.
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
