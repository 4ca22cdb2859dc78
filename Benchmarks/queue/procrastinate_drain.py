"""Drains empty jobs with one Procrastinate worker. Prints {"jobs": N, "seconds": S}."""

import asyncio
import json
import os
import sys
import time

import procrastinate


async def main(jobs: int, concurrency: int) -> None:
    connector = procrastinate.PsycopgConnector(conninfo=os.environ["DATABASE_URL"], min_size=4, max_size=concurrency + 4)
    app = procrastinate.App(connector=connector)

    @app.task(name="empty")
    async def empty() -> None:
        pass

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        for start in range(0, jobs, 1000):
            await empty.batch_defer_async(*[{}] * min(1000, jobs - start))
        start = time.monotonic()
        await app.run_worker_async(
            wait=False, concurrency=concurrency, delete_jobs="successful", listen_notify=False, install_signal_handlers=False
        )
        seconds = time.monotonic() - start
        left = len(list(await app.job_manager.list_jobs_async()))
        if left:
            sys.exit(f"procrastinate: {left} of {jobs} jobs were left")
    print(json.dumps({"jobs": jobs, "seconds": seconds}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
