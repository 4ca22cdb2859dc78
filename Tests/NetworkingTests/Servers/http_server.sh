#!/bin/sh
# Makes certificates in the working folder and runs the server: http_server.sh SERVER.py ARGUMENTS...
set -e
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout authority.key -out authority.pem \
  -days 2 -subj "/CN=Test authority" 2>/dev/null

# certificate NAME SUBJECT_ALTERNATIVE_NAME OPTIONS...
certificate() {
  name=$1
  printf 'subjectAltName=%s\n' "$2" >"$name.ext"
  shift 2
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$name.key" -out "$name.csr" -subj "/CN=$name" 2>/dev/null
  openssl x509 -req -in "$name.csr" -CA authority.pem -CAkey authority.key -CAcreateserial -extfile "$name.ext" \
    -out "$name.crt" "$@" 2>/dev/null
  cat "$name.crt" "$name.key" >"$name.pem"
}

certificate valid IP:127.0.0.1,DNS:localhost,DNS:server.test -days 2
certificate expired IP:127.0.0.1 -days -1
certificate wrongHost IP:127.0.0.2,DNS:other.example -days 2
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout self.key -out self.crt -days 2 \
  -subj "/CN=127.0.0.1" -addext subjectAltName=IP:127.0.0.1 2>/dev/null
cat self.crt self.key >selfSigned.pem
exec python3 "$@"
