"""Puts objects of 40 kB with boto3 on several threads over kept connections: the competitor of script/bench delivery.

Arguments: deliveries, threads, port. Prints {"jobs": ..., "seconds": ...}.
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import boto3
from botocore.config import Config

deliveries, threads, port = map(int, sys.argv[1:])
document = os.urandom(40_000)
client = boto3.client(
    "s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="bench",
    aws_secret_access_key="bench-secret", config=Config(max_pool_connections=threads, s3={"addressing_style": "path"}))


def put(number):
    client.put_object(
        Bucket="bench", Key=f"documents/{number}.pdf", Body=document, ContentType="application/pdf",
        ChecksumAlgorithm="SHA256")


with ThreadPoolExecutor(threads) as pool:
    start = time.perf_counter()
    list(pool.map(put, range(deliveries)))
    print(json.dumps({"jobs": deliveries, "seconds": time.perf_counter() - start}))
