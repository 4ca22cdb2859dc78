"""A mail server on aiosmtpd that writes what it receives into a folder as JSON, and fails as the recipients' names say.

Arguments: PORT=OPTION,OPTION... for each port: plain, expired, auth, size, utf8, tls.

Names of recipients:
  CODE-...           this answer to RCPT, such as 550-nobody@test.example
  data-CODE-...      this answer to the message
  cut-data-...       the connection is cut within the message
  cut-final-...      the connection is cut after the message, which is kept
  silent-...         no answer to the message, but a byte from time to time
  later-N-...        450 to RCPT for the first N transactions
"""

import asyncio
import hashlib
import json
import os
import ssl
import sys
from email import message_from_bytes
from email.policy import SMTP as POLICY

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

COUNTS = {}
STATE = {"connections": 0, "messages": 0}


def local(address):
    return address.split("@")[0]


def having(envelope, start):
    return next((local(a)[len(start):] for a in envelope.rcpt_tos if local(a).startswith(start)), None)


def part(entry):
    content = entry.get_content() if not entry.is_multipart() else ""
    data = content.encode() if isinstance(content, str) else content
    return {
        "type": entry.get_content_type(),
        "filename": entry.get_filename(),
        "disposition": entry.get_content_disposition(),
        "encoding": entry.get("Content-Transfer-Encoding"),
        "cid": entry.get("Content-ID"),
        "text": content if isinstance(content, str) else None,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def keep(session, envelope):
    message = message_from_bytes(envelope.content, policy=POLICY)
    lines = envelope.content.split(b"\r\n")
    record = {
        "from": envelope.mail_from,
        "to": envelope.rcpt_tos,
        "helo": session.host_name,
        "tls": session.ssl is not None,
        "user": getattr(session, "user", None),
        "connection": session.number,
        "headers": [[k, str(v)] for k, v in message.items()],
        "parts": [part(entry) for entry in message.walk()],
        "longest": max(len(line) for line in lines),
        "ascii": all(byte < 128 for byte in envelope.content),
        "bareLineEnds": envelope.content.replace(b"\r\n", b"").count(b"\n"),
        "defects": [str(d) for entry in message.walk() for d in entry.defects],
    }
    STATE["messages"] += 1
    # Tests that run at the same time read all files; they must not see half of one.
    with open("mail.part", "w") as file:
        json.dump(record, file)
    os.rename("mail.part", "mail-%d.json" % STATE["messages"])
    with open("raw.eml", "wb") as file:
        file.write(envelope.content)


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = local(address)
        words = name.split("-")
        if words[0].isdigit():
            return "%s %s" % (words[0], "refused as the test asks")
        if words[0] == "later":
            COUNTS[name] = COUNTS.get(name, 0) + 1
            if COUNTS[name] <= int(words[1]):
                return "450 4.2.0 try later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_MAIL(self, server, session, envelope, address, options):
        if local(address).split("-")[0].isdigit():
            return "%s refused as the test asks" % address[:3]
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        code = having(envelope, "data-")
        if code:
            return "%s refused as the test asks" % code[:3]
        keep(session, envelope)
        if having(envelope, "cut-final-") is not None:
            server.transport.abort()
        if having(envelope, "silent-") is not None:
            while not server.transport.is_closing():
                server.transport.write(b"2")
                await asyncio.sleep(0.2)
        return "250 2.0.0 kept as %d" % STATE["messages"]


class Server(SMTP):
    def connection_made(self, transport):
        if self.session is None or self.transport is None:
            STATE["connections"] += 1
            self.number = STATE["connections"]
            with open("connections", "w") as file:
                file.write(str(STATE["connections"]))
        super().connection_made(transport)
        self.session.number = self.number
        self.session.user = None

    def _create_session(self):
        session = super()._create_session()
        session.number = self.number
        session.user = None
        return session

    async def smtp_DATA(self, arg):
        if self.envelope and having(self.envelope, "cut-data-") is not None:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            await self._reader.readexactly(20000)
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


def authenticate(server, session, envelope, mechanism, data):
    if isinstance(data, LoginPassword) and (data.login, data.password) == (b"relay", b"secret"):
        session.user = "relay"
        return AuthResult(success=True)
    return AuthResult(success=False, handled=False)


def server(options):
    arguments = {"enable_SMTPUTF8": "utf8" in options, "data_size_limit": 100_000 if "size" in options else 50_000_000}
    if "plain" not in options and "tls" not in options:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        name = "expired" if "expired" in options else "valid"
        context.load_cert_chain(name + ".crt", name + ".key")
        arguments |= {"tls_context": context, "require_starttls": True}
    if "auth" in options:
        arguments |= {"authenticator": authenticate, "auth_required": True}
    return Server(Handler(), **arguments)


async def main():
    loop = asyncio.get_running_loop()
    for argument in sys.argv[1:]:
        port, _, options = argument.partition("=")
        options = options.split(",")
        context = None
        if "tls" in options:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("valid.crt", "valid.key")
        await loop.create_server(lambda options=options: server(options), "127.0.0.1", int(port), ssl=context)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(main())
