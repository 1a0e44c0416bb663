#!/usr/bin/env bash
# One run played by one process, by two processes and by a Dask cluster of two workers on this machine: the bytes are
# the same, also when a worker or the driver is killed on the way; a table of what each of them takes; and what the report
# of a run of 200,000 games takes. Some fifteen minutes on two free cores.
#
#     bench/cluster.sh [GAMES [AGENT...]]         for example: bench/cluster.sh 2000 mcts:200 greedy
#
# PYTHON, ROUNDS (of timing, 5) and RECORD (a file that gets the table, too) are taken from the environment. Dask is
# installed into an environment of its own under build/ where PYTHON has none. The times say something only where the
# machine has nothing else to do.
set -euo pipefail
cd "$(dirname "$0")/.."

ROOT=$PWD
PYTHON=${PYTHON:-$ROOT/.venv/bin/python}
ROUNDS=${ROUNDS:-5}
GAMES=${1:-400}
AGENTS=("${@:2}")
[ ${#AGENTS[@]} -gt 0 ] || AGENTS=(mcts:100 greedy)
export PYTHONPATH=$ROOT OMP_NUM_THREADS=1
export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False     # Dask's sampling of workers costs short games a quarter

WORK=$(mktemp -d)
STARTED=()          # processes of this script, to be ended with it
finish() {
    for process in "${STARTED[@]}"; do kill -9 "$process" 2> /dev/null || true; done
    wait 2> /dev/null || true
    rm -rf "$WORK"
}
trap finish EXIT

if ! "$PYTHON" -c 'import distributed' 2> /dev/null; then
    [ -x build/cluster/venv/bin/python ] || "$PYTHON" -m venv build/cluster/venv
    build/cluster/venv/bin/pip install --quiet numpy pandas pyarrow joblib scipy matplotlib typer rich distributed
    PYTHON=$ROOT/build/cluster/venv/bin/python
fi

say() { printf '%s\n' "$*" >&2; }
fail() { say "FAILED: $*"; exit 1; }

simulate() {        # simulate RUN OPTION...: the run of this script
    local run=$1; shift
    "$PYTHON" -m cli simulate burgundy --games "$GAMES" "${AGENTS[@]/#/--agent=}" --seed 1 --out "$WORK/$run" "$@" \
        > /dev/null 2> "$WORK/said"
}

balance() {         # balance RUN OPTION...: an experiment with the last of the agents
    local run=$1; shift
    "$PYTHON" -m cli balance burgundy --items knowledge --games "$GAMES" --agent "${AGENTS[-1]}" --seed 1 \
        --out "$WORK/$run" "$@" > /dev/null 2> "$WORK/said"
}

same() {            # same RUN WHAT [ONE]: it is the run of one process, byte for byte
    diff --recursive --brief --exclude manifest.json "$WORK/${3:-one}" "$WORK/$1" > "$WORK/diff" \
        || { cat "$WORK/diff" >&2; fail "$2: other bytes than those of one process"; }
    say "same bytes: $2"
}

worker() {          # start one more worker; its process is the last of STARTED
    "$PYTHON" -m distributed.cli.dask_worker "$ADDRESS" --nthreads 1 --no-nanny --no-dashboard \
        --local-directory "$WORK" >> "$WORK/log" 2>&1 &
    STARTED+=($!)
    disown      # or the shell would tell when it is killed
}

workers() {         # workers NUMBER: wait until the scheduler has so many
    "$PYTHON" - "$ADDRESS" "$1" << 'END'
import sys
import time

from distributed import Client

with Client(sys.argv[1], timeout=60) as client:
    until = time.monotonic() + 60
    while len(client.nthreads()) != int(sys.argv[2]):
        if time.monotonic() > until:
            sys.exit("the workers did not come")
        time.sleep(0.1)
END
}

first_part() {      # first_part RUN: wait until something is written, and something is left to do
    for _ in $(seq 1200); do
        [ -e "$WORK/$1/games/part-00000.parquet" ] && return
        sleep 0.05
    done
    fail "$1 wrote nothing"
}

"$PYTHON" -m distributed.cli.dask_scheduler --host 127.0.0.1 --port 0 --no-dashboard --no-jupyter \
    --scheduler-file "$WORK/scheduler.json" >> "$WORK/log" 2>&1 &
STARTED+=($!)
for _ in $(seq 600); do [ -e "$WORK/scheduler.json" ] && break; sleep 0.1; done
ADDRESS=$("$PYTHON" -c 'import json, sys; print(json.load(open(sys.argv[1]))["address"])' "$WORK/scheduler.json")
worker; worker
workers 2
DASK=(--backend dask --scheduler "$ADDRESS")

# ---- the same bytes -------------------------------------------------------------------------------

say "burgundy, ${AGENTS[*]}, $GAMES games"
simulate one
simulate loky --jobs 2
same loky "two processes"
simulate dask "${DASK[@]}"
same dask "two workers of a cluster"

balance balance-one
balance balance-loky --jobs 2
same balance-loky "an experiment by two processes" balance-one
balance balance-dask "${DASK[@]}"
same balance-dask "an experiment by two workers of a cluster" balance-one

simulate killed "${DASK[@]}" &
driver=$!
first_part killed
kill -9 "${STARTED[2]}"
wait "$driver" || fail "a worker was killed: $(cat "$WORK/said")"
same killed "one of the two workers killed on the way"
unset 'STARTED[2]'
worker
workers 2

for signal in KILL INT; do
    # a job in the background would ignore Ctrl-C, so Python starts this one with the signal as a terminal has it
    "$PYTHON" - "$WORK/stopped-$signal" "$GAMES" "$signal" "${AGENTS[@]/#/--agent=}" "${DASK[@]}" << 'END' \
        || fail "SIG$signal did not stop the driver in mid-run as expected"
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

run, games, name, *options = sys.argv[1:]
command = [sys.executable, "-m", "cli", "simulate", "burgundy", "--games", games, "--seed", "1", "--out", run, *options]
driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=lambda:
                          signal.signal(signal.SIGINT, signal.default_int_handler))
while driver.poll() is None and not (Path(run) / "games/part-00000.parquet").exists():
    time.sleep(0.02)
os.kill(driver.pid, getattr(signal, f"SIG{name}"))
said = driver.communicate(timeout=60)[1]
expected = 130 if name == "INT" else -signal.SIGKILL
sys.exit(driver.returncode != expected or "Traceback" in said)
END
    simulate "stopped-$signal" "${DASK[@]}"
    same "stopped-$signal" "driver stopped by SIG$signal, then asked again"
done

# ---- time -----------------------------------------------------------------------------------------

say "timing, $ROUNDS rounds ..."
{ "$PYTHON" - "$GAMES" "$ROUNDS" "$ADDRESS" "${AGENTS[@]}" << 'END'
"""Games a second, each kind of workers in turn, warmed up first: what starting them takes is no part of it.

Beside it the processor time of all processes together, over that of one process: where other programs are running, too,
this still says what sharing out the work costs.
"""
import os
import platform
import sys
from collections import deque
from statistics import median
from time import perf_counter

import psutil
from distributed import Client

from mcts.simulate import Player, plan, simulate
from mcts.workers import in_order
from reports.experiments import asking
from reports.experiments.lines import Trialist

games, rounds, address, *agents = sys.argv[1:]
kinds = {"one process": {}, "loky, 2 processes": {"jobs": 2}, "dask, 2 workers": {"backend": "dask",
                                                                                  "scheduler": address}}
with Client(address, timeout=60) as client:
    pids = [*client.run(os.getpid).values(), client.run_on_scheduler(os.getpid)]
cluster, here = [psutil.Process(pid) for pid in pids], psutil.Process()


def busy():
    """Seconds of processor time so far by process: this one, those that it started, and the cluster's."""
    times = {p.pid: p.cpu_times() for p in (here, *here.children(recursive=True), *cluster)}
    return {pid: t.user + t.system for pid, t in times.items()}


def simulated(count, seed):
    what = plan("burgundy", agents, count, seed=seed)
    return what.games, lambda how: simulate(what, **how)


def balanced(count, seed):
    what = asking.make_plan(asking.Question("burgundy", "knowledge", agents=agents[-1:], games=count, seed=seed))
    player = Trialist(Player.here(what.game, what.version))
    return what.games, lambda how: in_order(player, what.all_trials(), **how)


# the last agent may be a fast one: more games of it, or the end of the run, when one has no more work, would weigh in
for name, made, who, times in (("simulate", simulated, " and ".join(agents), 1), ("balance", balanced, agents[-1], 10)):
    (count, work), (_, warm) = made(int(times * int(games)), 2), made(40, 3)
    seconds, spent = {kind: [] for kind in kinds}, {kind: [] for kind in kinds}
    for _ in range(int(rounds)):
        for kind, how in kinds.items():
            deque(warm(how), maxlen=0)
            begun, before = perf_counter(), busy()
            deque(work(how), maxlen=0)
            seconds[kind].append(perf_counter() - begun)
            spent[kind].append(sum(now - before.get(pid, 0) for pid, now in busy().items()))
    middle = {kind: median(each) for kind, each in seconds.items()}
    print(f"{name}: {count} games of {who}, median of {rounds} rounds; {os.cpu_count()} cores, "
          f"{platform.machine()}, load at the end {os.getloadavg()[0]:.1f}")
    print(f"{'':20}{'seconds':>10}{'games/s':>10}{'against one':>13}{'processor time':>16}")
    for kind, each in middle.items():
        more = median(spent[kind]) / median(spent["one process"])
        print(f"{kind:20}{each:10.2f}{count / each:10.1f}{middle['one process'] / each:13.2f}{more:16.2f}")
    one, loky, dask = seconds.values()          # side by side within a round, as a machine may be slow for a while
    over, gain = median(d / l - 1 for d, l in zip(dask, loky)), median(o / l for o, l in zip(one, loky))
    print(f"dask against loky: {over:+.1%} time (aim: below +10 %); "
          f"two processes do {gain:.2f} times the work of one (aim: 1.85 or more); medians of the rounds' ratios\n")
END
"$PYTHON" -m bench large_report "$WORK/one" 200000 --out "$WORK/large-report.md"
} | tee ${RECORD:+"$RECORD"}
