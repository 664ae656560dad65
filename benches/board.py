#!/usr/bin/env python3
"""Measures the built board through a real pseudo-terminal of 120x40.

    python3 benches/board.py [--bin target/release/planboard] [--sizes 12,1000,20000,100000] [--runs 15]
                             [--beside plannotator-tui] [--markdown]

For each size it makes a project of that many shots and measures: start to first full frame (median of the runs; on a
terminal that answers no query, and on one that answers), key to frame (p50, p99 of 200 keys in the list, in the search
line, in the editor with 50 comments on the target), a search, a filter and a go-to until what they found is on screen,
memory, processor time and redraws of an idle board over 5 s, and a rewritten file until it is on screen with the
slowest key meanwhile. `--beside` opens the same plan, as a Markdown list, in plannotator-tui in the same run.
Nothing is written outside a temporary folder. Linux only (/proc)."""

import argparse
import fcntl
import json
import os
import platform
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

COLUMNS, ROWS = 120, 40
FRAME_END = b"\x1b[?2026l"
# What an ordinary terminal answers: colours, device attributes, keyboard protocol, version, cursor place.
ANSWERS = {
    b"\x1b]10;?": b"\x1b]10;rgb:dddd/dddd/dddd\x1b\\",
    b"\x1b]11;?": b"\x1b]11;rgb:1111/1111/1111\x1b\\",
    b"\x1b[?u": b"\x1b[?0u",
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[>q": b"\x1bP>|bench 1\x1b\\",
    b"\x1b[6n": b"\x1b[1;1R",
}


def plan(count, word="昆布", marked=-1):
    """A research plan of this many shots in ten chapters; the shot `marked` says so."""
    shots = [
        {
            "id": f"s-{n:05}",
            "chapter_id": f"c{n * 10 // count}",
            "shot_type": "wide",
            "description": ("REWRITTEN " if n == marked else "")
            + f"ショット {n} の説明。朝の台所で{word}を沈める場面その{n}。手元の寄り、湯気、窓の光。",
            "duration_estimate_seconds": 5,
            "image_path": None,
        }
        for n in range(count)
    ]
    chapters = [
        {"id": f"c{n}", "title": f"章{n}", "duration_estimate_seconds": 60, "notes": None} for n in range(10)
    ]
    return {
        "version": 0,
        "topic": {"candidates": [], "selected": None, "decided_at": None},
        "target": {"audience": None, "competitors": [], "japan_sns": {"platforms": [], "notes": "x"}},
        "structure": {
            "chapters": chapters,
            "shots": shots,
            "opening_hook": None,
            "confirmed": False,
            "confirmed_at": None,
        },
        "shot_list": [],
        "sources": [],
        "feedback": {"reserved": True, "note": None},
    }


def write(folder, value):
    file = os.path.join(folder, "planning", "research-plan.json")
    with open(file + ".new", "w", encoding="utf-8") as out:
        json.dump(value, out, ensure_ascii=False)
    os.replace(file + ".new", file)


class Terminal:
    """A program in a pseudo-terminal of its own. It is ended when the block is left."""

    def __init__(self, command, env, answers=False):
        self.command, self.env, self.answers = command, env, answers

    def __enter__(self):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.started = time.perf_counter()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for stream in (0, 1, 2):
                os.dup2(slave, stream)
            os.close(self.master)
            os.execvpe(self.command[0], self.command, self.env)
        os.close(slave)
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + 3
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            self.quiet(0.01)
        os.close(self.master)

    def read(self, seconds):
        """What came within so many seconds, in one piece; empty: nothing."""
        if not select.select([self.master], [], [], seconds)[0]:
            return b""
        try:
            got = os.read(self.master, 1 << 16)
        except OSError:
            return b""
        if self.answers:
            for question, answer in ANSWERS.items():
                os.write(self.master, answer * got.count(question))
        return got

    def until(self, done, seconds=60):
        """Reads until `done` of all that came; milliseconds since the call."""
        began, got = time.perf_counter(), b""
        while not done(got):
            got += self.read(0.2)
            if time.perf_counter() - began > seconds:
                raise TimeoutError(f"{self.command}: {got[-300:]!r}")
        return (time.perf_counter() - began) * 1000

    def quiet(self, seconds):
        """Reads until nothing came for so long; bytes read."""
        got = 0
        while piece := self.read(seconds):
            got += len(piece)
        return got

    def send(self, keys):
        os.write(self.master, keys)

    def memory(self):
        """Resident, in MiB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024

    def processor(self):
        """Processor time so far, in ms."""
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def percentiles(times):
    times = sorted(times)
    return statistics.median(times), times[min(len(times) - 1, int(len(times) * 0.99))]


def first_frame(command, env, shown, end, answers):
    with Terminal(command, env, answers) as board:
        return board.until(lambda got: shown in got and (not end or end in got.split(shown, 1)[1]))


def frame(got):
    return FRAME_END in got


def keys(board, sent):
    times = []
    for key in sent:
        board.send(key)
        times.append(board.until(frame))
        # What a thread found may bring a frame of its own.
        board.quiet(0.005)
    return percentiles(times)


def found(board, result, count):
    """The last shot is searched for, gone to, and filtered by its comment."""
    number = str(count - 1).encode()
    board.send(b"g/")
    board.quiet(0.3)
    board.send(b"s-%05d" % (count - 1))
    result["search"] = board.until(lambda got: b"1 match" in got and frame(got))
    board.quiet(0.2)
    board.send(b"\x1b")
    board.quiet(0.2)
    board.send(b"gs")
    board.quiet(0.5)
    board.send(number)
    # Once where it is typed, once where it is found.
    result["goto"] = board.until(lambda got: got.count(number) > 1 and frame(got))
    board.quiet(0.2)
    board.send(b"\r")
    board.quiet(0.2)
    board.send(b"clast\r")
    board.quiet(0.3)
    board.send(b"g")
    board.quiet(0.2)
    board.send(b"f")
    result["filter"] = board.until(lambda got: number in got and frame(got))
    board.quiet(0.2)
    board.send(b"f" * 5)
    board.quiet(0.5)


def board(binary, count, runs):
    folder = tempfile.mkdtemp(prefix="planboard-bench-")
    try:
        os.makedirs(os.path.join(folder, "planning"))
        os.makedirs(os.path.join(folder, ".akari"))
        write(folder, plan(count))
        env = {k: v for k, v in os.environ.items() if k not in ("TMUX", "NO_COLOR", "COLORFGBG")}
        env.update(HOME=folder, PLANBOARD_STATE_DIR=os.path.join(folder, "state"), TERM="xterm-256color", LANG="en_US.UTF-8")
        command = [binary, folder]
        result = {"shots": count, "bytes": os.path.getsize(os.path.join(folder, "planning", "research-plan.json"))}
        for name, answers in (("first", False), ("answered", True)):
            starts = [first_frame(command, env, b"s-00001", FRAME_END, answers) for _ in range(runs)]
            result[name] = statistics.median(starts)
        with Terminal(command, env) as one:
            one.until(lambda got: b"s-00001" in got and FRAME_END in got.split(b"s-00001", 1)[1])
            one.quiet(1)
            result["memory"] = one.memory()
            before = one.processor()
            began, redraws = time.monotonic(), 0
            while (left := began + 5 - time.monotonic()) > 0:
                redraws += one.read(left).count(FRAME_END)
            result["idle"], result["redraws"] = one.processor() - before, redraws
            result["list"] = keys(one, [b"j"] * (200 if count > 12 else 11) + [b"k"] * (0 if count > 12 else 11))
            result["pages"] = keys(one, [b"G", b"g"] * 20)
            one.send(b"/")
            one.until(frame)
            result["typing"] = keys(one, [b"x", b"\x7f"] * 100)
            one.send(b"\x1b")
            one.quiet(0.2)
            if count > 12:
                found(one, result, count)
            one.send(b"g")
            one.quiet(0.2)
            for n in range(50):
                one.send(b"c")
                one.until(frame)
                one.send(b"comment %d\r" % n)
                one.quiet(0.02)
            one.send(b"c")
            one.until(frame)
            result["editor"] = keys(one, [b"a"] * 200)
            one.send(b"\x1b")
            one.quiet(0.3)
            # A rewrite is on screen, and the slowest key meanwhile.
            one.send(b"g")
            one.quiet(0.2)
            write(folder, plan(count, marked=1))
            began, slowest, seen = time.perf_counter(), 0.0, b""
            while b"REWRITTEN" not in seen:
                sent = time.perf_counter()
                one.send(b"j" if int(sent * 1000) % 2 else b"k")
                got = b""
                while FRAME_END not in got:
                    got += one.read(1)
                    if time.perf_counter() - sent > 20:
                        raise TimeoutError("no frame after a rewrite")
                slowest = max(slowest, (time.perf_counter() - sent) * 1000)
                seen = seen[-4096:] + got
                if time.perf_counter() - began > 30:
                    raise TimeoutError("the rewrite is not on screen")
                time.sleep(0.002)
            result["reload"], result["meanwhile"] = (time.perf_counter() - began) * 1000, slowest
            one.quiet(0.3)
            result["after"] = one.memory()
        return result
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def rival(binary, count, runs):
    """The same shots as a Markdown list in plannotator-tui."""
    folder = tempfile.mkdtemp(prefix="planboard-bench-")
    try:
        file = os.path.join(folder, "plan.md")
        with open(file, "w", encoding="utf-8") as out:
            out.write("# Plan\n\n")
            for shot in plan(count)["structure"]["shots"]:
                out.write(f"- **{shot['id']}** {shot['description']}\n")
        env = dict(os.environ, HOME=folder, TERM="xterm-256color", LANG="en_US.UTF-8")
        env.pop("TMUX", None)
        command = [binary, file]
        few = max(1, min(runs, 3 if count > 1000 else runs))
        result = {"shots": count}
        for name, answers in (("first", False), ("answered", True)):
            starts = [first_frame(command, env, b"s-00001", None, answers) for _ in range(few)]
            result[name] = statistics.median(starts)
        with Terminal(command, env) as one:
            one.until(lambda got: b"s-00001" in got)
            one.quiet(0.5)
            result["memory"] = one.memory()
        return result
    except (TimeoutError, FileNotFoundError) as error:
        return {"shots": count, "failed": str(error)[:120]}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def machine():
    model = ""
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        found = re.search(r"model name\s*:\s*(.+)", info.read())
        model = found.group(1) if found else platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


COLUMNS_SHOWN = [
    ("shots", "shots", "{:,}"),
    ("bytes", "file, MB", None),
    ("first", "first frame, ms", "{:.1f}"),
    ("answered", "the same, queries answered, ms", "{:.1f}"),
    ("list", "key in the list p50/p99, ms", "{:.2f} / {:.2f}"),
    ("pages", "first/last p50/p99, ms", "{:.2f} / {:.2f}"),
    ("typing", "key in the search line p50/p99, ms", "{:.2f} / {:.2f}"),
    ("editor", "key in the editor p50/p99, ms", "{:.2f} / {:.2f}"),
    ("search", "search until shown, ms", "{:.0f}"),
    ("goto", "go-to until shown, ms", "{:.0f}"),
    ("filter", "filter until shown, ms", "{:.0f}"),
    ("reload", "rewrite until shown, ms", "{:.0f}"),
    ("meanwhile", "slowest key meanwhile, ms", "{:.1f}"),
    ("memory", "memory, MiB", "{:.1f}"),
    ("after", "memory after a rewrite, MiB", "{:.1f}"),
    ("idle", "idle 5 s: processor, ms", "{:.0f}"),
    ("redraws", "idle 5 s: redraws", "{}"),
]


def show(rows):
    for key, title, form in COLUMNS_SHOWN:
        cells = []
        for row in rows:
            value = row.get(key)
            if key == "bytes":
                cells.append(f"{value / 1e6:.2f}")
            elif value is None:
                cells.append("-")
            else:
                cells.append(form.format(*value) if isinstance(value, tuple) else form.format(value))
        print(f"| {title} | " + " | ".join(cells) + " |")
        if key == "shots":
            print("|---|" + "---:|" * len(rows))


def main():
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--bin", default=os.path.join(here, "target", "release", "planboard"))
    ask.add_argument("--sizes", default="12,1000,20000,100000")
    ask.add_argument("--runs", type=int, default=15)
    ask.add_argument("--beside", metavar="PLANNOTATOR", help="plannotator-tui, to be measured in the same run")
    asked = ask.parse_args()
    sizes = [int(size) for size in asked.sizes.split(",")]
    print(f"{time.strftime('%Y-%m-%d')}, {machine()}")
    print(f"planboard, release binary {os.path.getsize(asked.bin) / 1e6:.2f} MB\n")
    show([board(asked.bin, size, asked.runs) for size in sizes])
    if asked.beside:
        if not shutil.which(asked.beside):
            print(f"\n{asked.beside} is not there: left out")
            return
        print(f"\n{asked.beside} beside it\n")
        print("| shots | first frame, ms | the same, queries answered, ms | memory, MiB |\n|---|---:|---:|---:|")
        for size in sizes:
            row = rival(asked.beside, size, asked.runs)
            if "failed" in row:
                print(f"| {size:,} | {row['failed']} | - | - |")
            else:
                print(f"| {size:,} | {row['first']:.1f} | {row['answered']:.1f} | {row['memory']:.1f} |")


if __name__ == "__main__":
    sys.exit(main())
