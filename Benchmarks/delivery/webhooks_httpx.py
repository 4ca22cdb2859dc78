"""Sends signed webhooks with httpx, several at the same time over kept connections: the competitor of script/bench delivery.

Arguments: deliveries, concurrency, port. Prints {"jobs": ..., "seconds": ...}.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import sys
import time

import httpx

deliveries, concurrency, port = map(int, sys.argv[1:])
key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
url = f"http://127.0.0.1:{port}/hook"


async def deliver(client, number):
    identifier = f"delivery-{number}-0123456789abcdef"
    body = json.dumps({
        "specversion": "1.0", "id": identifier, "source": "/pressrun/invoice", "type": "pressrun.document.sent",
        "subject": f"job/{number}", "time": "2026-09-21T14:13:20Z", "datacontenttype": "application/json",
        "data": {
            "delivery": number, "job": number, "kind": "invoice", "tenant": "acme",
            "document": {
                "media_type": "application/pdf", "bytes": 40000, "sha256": "0123456789abcdef" * 4,
                "url": f"https://documents.example/d/{number}", "expires": "2030-03-17T17:46:40Z"}}}).encode()
    now = str(int(time.time()))
    signature = hmac.new(key, f"{identifier}.{now}.".encode() + body, hashlib.sha256).digest()
    response = await client.post(url, content=body, headers={
        "Content-Type": "application/cloudevents+json", "webhook-id": identifier, "webhook-timestamp": now,
        "webhook-signature": "v1," + base64.b64encode(signature).decode()})
    response.raise_for_status()


async def worker(client, first):
    for number in range(first, deliveries, concurrency):
        await deliver(client, number)


async def main():
    limits = httpx.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    async with httpx.AsyncClient(limits=limits, timeout=20) as client:
        start = time.perf_counter()
        await asyncio.gather(*(worker(client, first) for first in range(concurrency)))
        print(json.dumps({"jobs": deliveries, "seconds": time.perf_counter() - start}))


asyncio.run(main())
