#!/bin/sh
# Makes certificates in the working folder and runs the server: mail_server.sh PYTHON SERVER.py ARGUMENTS...
set -e
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout valid.key -out valid.crt -days 2 \
  -subj "/CN=127.0.0.1" -addext subjectAltName=IP:127.0.0.1 2>/dev/null
# A certificate whose days have passed.
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout expired.key -out expired.csr \
  -subj "/CN=127.0.0.1" 2>/dev/null
printf 'subjectAltName=IP:127.0.0.1\n' >expired.ext
openssl x509 -req -in expired.csr -CA valid.crt -CAkey valid.key -CAcreateserial -extfile expired.ext -days -1 \
  -out expired.crt 2>/dev/null
exec "$@"
