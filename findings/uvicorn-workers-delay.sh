#!/usr/bin/env bash
# uvicorn 0.54.0 with h11 0.16.0 (Python 3.11, Linux): with --workers every answer on a kept connection takes 40 ms more.
#
# asyncio switches Nagle's algorithm off only for sockets that name their protocol (proto == IPPROTO_TCP). One process
# of uvicorn lets asyncio make the socket, which names it. With --workers uvicorn makes it itself, as
# socket.socket(family), whose proto is 0, and so are those of all connections. Head and body of an answer are two
# writes, so the body waits until the client confirms the head, which Linux puts off for 40 ms. A connection's first
# answer is quick, so a tool that opens a new one for each request, like curl, shows nothing.
#
# Seen, median of 15 answers on one connection: one process below 10 ms, two workers above 30 ms (some 1 and 44 ms).
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet uvicorn==0.54.0 h11==0.16.0
cat > answers.py <<'PY'
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            told = await receive()
            await send({"type": told["type"] + ".complete"})
            if told["type"] == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})
PY
cat > ask.py <<'PY'
import http.client
import statistics
import sys
import time


def answer(connection):
    begun = time.perf_counter()
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"ok"
    return time.perf_counter() - begun


for _ in range(100):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=10)
        answer(connection)
        break
    except OSError:
        time.sleep(0.1)
print(f"{1000 * statistics.median(answer(connection) for _ in range(15)):.1f}")
PY
port=$(venv/bin/python -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
took() {                # milliseconds of an answer of a server with these options
    venv/bin/uvicorn answers:app --http h11 --port "$port" --log-level error "$@" > log 2>&1 &
    server=$!
    venv/bin/python ask.py "$port"
    kill "$server"
    wait "$server" || true
}
took > one
took --workers 2 > two
one=$(cat one) two=$(cat two)
echo "median of an answer on a kept connection: one process $one ms, two workers $two ms"
"${PYTHON:-python3}" -c 'import sys; one, two = map(float, sys.argv[1:]); sys.exit(not (one < 10 and two > 30))' "$one" "$two"
