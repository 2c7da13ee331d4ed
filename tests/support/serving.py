"""Starts `regard serve` on a free port, watches it and stops it; also translates with the command line, for comparison."""
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import time

import http_client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def built_program():
    """The program that was built, preferably the one without LibTorch. Exits if there is none."""
    for built in ("build/runtime/regard", "build/regard"):
        if (ROOT / built).exists():
            return ROOT / built
    raise SystemExit("there is no program: build one with scripts/build runtime, or name it")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def as_many_descriptors_as_allowed():
    """Raises the limit of descriptors for this process and its children. Returns the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def options_of_serve(program):
    """The long options that `regard serve --help` names."""
    shown = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=False)
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown.stdout)) if shown.returncode == 0 else set()


def in_one_type(arguments):
    """Adds a number type if the arguments have none: by default, a server chooses the fastest type, but the command line does not."""
    arguments = [str(argument) for argument in arguments]
    return arguments if "--compute" in arguments else [*arguments, "--compute", "float32"]


def translations(program, model, lines, arguments=()):
    """The command line's translations, which the server must match byte for byte."""
    done = subprocess.run([program, "translate", model, *in_one_type(arguments)], input="".join(line + "\n" for line in lines).encode(),
                          capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{program} translate {model} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
    result = done.stdout.decode().split("\n")[:-1]
    if len(result) != len(lines):
        raise SystemExit(f"{program} translate {model} gave {len(result)} lines for {len(lines)}")
    return result


class Server:
    """A server that is ready; if it does not start, exits with its log."""

    def __init__(self, program, models, options=(), log="serve.log", seconds=60, ready="/ready"):
        self.port = free_port()
        self.log = pathlib.Path(log)
        self.ready = ready
        command = self._command(program, models, options)
        with open(self.log, "ab") as output:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.pid = self.process.pid
        self._wait_until_ready(" ".join(command), seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _command(self, program, models, options):
        named = [word for name, folder in models.items() for word in ("--model", f"{name}={folder}")]
        return [str(program), "serve", "--host", "127.0.0.1", "--port", str(self.port), *named, *in_one_type(options)]

    def _wait_until_ready(self, command, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.alive():
            try:
                if http_client.ask(self.port, http_client.get(self.ready), 2.0).status == 200:
                    return
            except (OSError, http_client.BadResponse):
                pass
            time.sleep(0.01)
        self.kill()
        raise SystemExit(f"{command}\nis not ready; {self.log} ends with:\n{self.log.read_text(errors='replace')[-2000:]}")

    def alive(self):
        return self.process.poll() is None

    def memory(self):
        """MiB in memory now."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def unfinished(self):
        """Number of sentences that wait or are being translated, according to the server's metrics."""
        text = http_client.ask(self.port, http_client.get("/metrics")).body.decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if re.match(r"regard_(queue_sentences|batch_slots_filled) ", line))

    def processor_seconds(self):
        """CPU time of all the server's threads and child processes."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self, seconds):
        """Waits; returns the server's exit code, or None if it is still running."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self):
        if self.alive():
            self.process.kill()
        return self.process.wait()

    def stop(self, seconds=30):
        """Asks the server to end. Returns its exit code, or None if it had to be killed."""
        if self.alive():
            self.signal(signal.SIGTERM)
        code = self.wait(seconds)
        if code is None:
            self.kill()
        return code


class Verdict:
    """Collects the results of checks and prints each at once."""

    def __init__(self):
        self.failed = 0
        self.held = 0

    def check(self, holds, what, found=""):
        self.held += bool(holds)
        self.failed += not holds
        print(f"{'ok    ' if holds else 'FAILED'} {what}{': ' if found else ''}{found}", flush=True)
        return bool(holds)

    def end(self, name):
        """Prints a last line; returns the exit code."""
        print(f"{name}: {self.held} checks hold, {self.failed} fail", flush=True)
        return 1 if self.failed or not self.held else 0
