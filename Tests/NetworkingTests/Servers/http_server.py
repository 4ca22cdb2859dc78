"""An HTTP/1.1 server whose behaviour depends on the path, for tests of clients.

Arguments: the port for HTTP, or pairs of port and certificate file (PEM with key) for HTTPS. Prints "ready" when it listens.
"""

import asyncio
import collections
import hashlib
import json
import ssl
import sys

connections = 0
# Whether a request for /silent/NAME has arrived, by name.
arrived = collections.defaultdict(asyncio.Event)


async def read_request(reader):
    first = await reader.readexactly(1)
    if first == b"\x16":
        # The start of a TLS handshake.
        raise ConnectionAbortedError
    head = first + await reader.readuntil(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ", 2)
    headers = [line.split(": ", 1) if ": " in line else [line.rstrip(":"), ""] for line in lines[1:] if line]
    return method, path, headers


def length_of(headers):
    return next((int(value) for name, value in headers if name.lower() == "content-length"), 0)


def response(status, body=b"", headers=()):
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}"] + [f"{name}: {value}" for name, value in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


async def answer(method, path, headers, reader, writer, state):
    """Returns whether the connection stays open."""
    action, _, argument = path.split("?")[0].lstrip("/").partition("/")
    if action == "cut-before-body":
        return False
    body = await reader.readexactly(length_of(headers))
    if action == "echo":
        text = json.dumps({
            "method": method, "path": path, "headers": headers, "length": len(body),
            "sha256": hashlib.sha256(body).hexdigest(), "connection": state["connection"]}).encode()
        writer.write(response(200, b"" if method == "HEAD" else text, [("Content-Type", "application/json"), ("X-Empty", "")]))
    elif action == "status":
        writer.write(response(int(argument), b"status " + argument.encode()))
    elif action == "redirect":
        writer.write(response(302, b"", [("Location", "/echo")]))
    elif action == "interim":
        writer.write(b"HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + response(200, b"late"))
    elif action == "cut-before-answer":
        return False
    elif action == "cut-in-answer":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.")
        return False
    elif action == "cut-second":
        # The second request of a connection gets no answer.
        state["requests"] = state.get("requests", 0) + 1
        if state["requests"] > 1:
            return False
        writer.write(response(200, b"first"))
    elif action == "silent":
        arrived[argument].set()
        await reader.read()
        return False
    elif action == "has-arrived":
        writer.write(response(200 if arrived[argument].is_set() else 404))
    elif action == "until-arrived":
        await arrived[argument].wait()
        writer.write(response(200))
    elif action == "drip":
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        while True:
            writer.write(b".")
            await writer.drain()
            await asyncio.sleep(0.2)
    elif action == "bytes":
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {argument}\r\n\r\n".encode())
        rest = int(argument)
        while rest:
            count = min(rest, 65536)
            writer.write(b"x" * count)
            await writer.drain()
            rest -= count
    elif action == "endless":
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()
    elif action == "endless-headers":
        writer.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            writer.write(b"X-Header: " + b"x" * 1000 + b"\r\n")
            await writer.drain()
    elif action == "other-protocol":
        writer.write(b"220 mail.example ESMTP ready\r\n")
        return False
    await writer.drain()
    return True


async def serve(reader, writer):
    global connections
    connections += 1
    state = {"connection": connections}
    try:
        while True:
            request = await read_request(reader)
            if not await answer(*request, reader, writer, state):
                break
            await writer.drain()
    except ConnectionAbortedError:
        writer.write(response(400))
    except (OSError, asyncio.IncompleteReadError, ssl.SSLError):
        pass
    finally:
        try:
            writer.close()
            await writer.wait_closed()
        except (OSError, ssl.SSLError):
            pass


async def main():
    arguments = sys.argv[1:]
    await asyncio.start_server(serve, "127.0.0.1", int(arguments.pop(0)), backlog=1000)
    while arguments:
        port, certificate = int(arguments.pop(0)), arguments.pop(0)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        await asyncio.start_server(serve, "127.0.0.1", port, ssl=context)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
