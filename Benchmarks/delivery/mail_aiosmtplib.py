"""Sends mails with an attachment of 40 kB with aiosmtplib, several at the same time over kept connections: the competitor of
script/bench delivery.

Arguments: deliveries, concurrency, port. Prints {"jobs": ..., "seconds": ...}.
"""

import asyncio
import json
import os
import sys
import time
from email.message import EmailMessage
from email.utils import formatdate

import aiosmtplib

deliveries, concurrency, port = map(int, sys.argv[1:])
document = os.urandom(40_000)


def message(number):
    mail = EmailMessage()
    mail["From"] = "reports@fund.example"
    mail["To"] = "pm@fund.example"
    mail["Subject"] = "Invoice"
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{number}@fund.example>"
    mail.set_content("Please find the document attached.")
    mail.add_attachment(document, maintype="application", subtype="pdf", filename="Invoice.pdf")
    return mail


async def worker(first):
    client = aiosmtplib.SMTP(hostname="127.0.0.1", port=port, start_tls=False, use_tls=False)
    await client.connect()
    for number in range(first, deliveries, concurrency):
        await client.send_message(message(number))
    await client.quit()


async def main():
    start = time.perf_counter()
    await asyncio.gather(*(worker(first) for first in range(concurrency)))
    print(json.dumps({"jobs": deliveries, "seconds": time.perf_counter() - start}))


asyncio.run(main())
