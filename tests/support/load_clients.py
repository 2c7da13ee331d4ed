"""Many clients of an HTTP server in one thread. They send requests in a closed loop or at given times, or disconnect before the answer."""
import collections
import dataclasses
import heapq
import itertools
import math
import select
import socket
import struct
import time

from http_client import BadResponse, ResponseReader

RESET = struct.pack("ii", 1, 0)  # SO_LINGER: closing sends RST


@dataclasses.dataclass(slots=True)
class Job:
    request: bytes
    tag: object = None
    due: float = 0.0  # earliest time of sending, as in time.monotonic()
    gone_after: float = -1.0  # seconds after which the client disconnects; never if negative
    cut: int = 0  # bytes at the end of the request that a client omits before it disconnects


@dataclasses.dataclass(slots=True)
class Outcome:
    job: Job
    began: float
    ended: float
    sent: float = 0.0  # when the last byte was sent; 0: never
    response: object = None
    failure: str = ""  # why there is no response; empty also for a client that disconnects

    @property
    def status(self):
        return self.response.status if self.response else 0

    @property
    def seconds(self):
        return self.ended - self.began


class LoadClients:
    """`count` clients share the jobs: a client takes the next one when its last is done, and keeps its connection.

    `jobs` is an iterator, ordered by `due`; `done` is called with the outcome of each. A job without an answer within `patience`
    seconds fails.
    """

    def __init__(self, port, count, jobs, done, patience=60.0):
        self.port, self.jobs, self.done, self.patience = port, iter(jobs), done, patience
        self.idle = collections.deque(_Client(self) for _ in range(count))
        self.busy = {}  # by descriptor
        self.poll = select.epoll()
        self.timers = []
        self.numbers = itertools.count()

    def run(self):
        """Returns when all jobs are done."""
        job = next(self.jobs, None)
        try:
            while job is not None or self.busy:
                now = time.monotonic()
                while job is not None and self.idle and job.due <= now:
                    self.idle.popleft().start(job, now)
                    job = next(self.jobs, None)
                self._wait(job if self.idle else None, now)
        finally:
            for client in [*self.idle, *self.busy.values()]:
                client.disconnect()
            self.poll.close()

    def at(self, moment, client, job):
        heapq.heappush(self.timers, (moment, next(self.numbers), client, job))

    def _wait(self, job, now):
        until = now + 0.5
        if job is not None:
            until = min(until, job.due)
        if self.timers:
            until = min(until, self.timers[0][0])
        for descriptor, _ in self.poll.poll(max(0.0, until - now)):
            if descriptor in self.busy:
                self.busy[descriptor].resume_at()
        now = time.monotonic()
        while self.timers and self.timers[0][0] <= now:
            _, _, client, of_job = heapq.heappop(self.timers)
            if client.job is of_job:
                client.time_is_up(now)


class _Client:
    def __init__(self, owner):
        self.owner = owner
        self.socket = None
        self.job = None

    def start(self, job, now):
        self.job, self.began, self.sent = job, now, 0.0
        self.unsent = memoryview(job.request)[:len(job.request) - job.cut]
        self.reader = ResponseReader()
        owner = self.owner
        try:
            if self.socket is None:
                self._connect()
            owner.busy[self.socket.fileno()] = self
            if job.gone_after >= 0:
                owner.at(now + job.gone_after, self, job)
            owner.at(now + owner.patience, self, job)
            self._send()
        except OSError as error:
            self._fail(_reason(error))

    def resume_at(self):
        try:
            if self.unsent:
                self._send()
            self._receive()
        except BlockingIOError:
            pass
        except (OSError, BadResponse, ValueError) as error:
            self._fail(_reason(error))

    def time_is_up(self, now):
        if self.job.gone_after >= 0:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self._end(Outcome(self.job, self.began, now, self.sent), keep=False)
        else:
            self._fail(f"no answer within {self.owner.patience:.0f} s")

    def disconnect(self):
        if self.socket is not None:
            self.owner.busy.pop(self.socket.fileno(), None)
            self.socket.close()
            self.socket = None

    def _connect(self):
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.socket.connect(("127.0.0.1", self.owner.port))
        except BlockingIOError:
            pass
        self.owner.poll.register(self.socket, select.EPOLLIN)

    def _send(self):
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent):]
        except BlockingIOError:
            pass
        if not self.unsent:
            self.sent = time.monotonic()
        self.owner.poll.modify(self.socket, select.EPOLLIN | (select.EPOLLOUT if self.unsent else 0))

    def _receive(self):
        data = self.socket.recv(1 << 17)
        response = self.reader.feed(data) if data else self.reader.at_end()
        if response is not None:
            keep = bool(data) and not response.closes and not self.unsent and not self.reader.rest
            self._end(Outcome(self.job, self.began, time.monotonic(), self.sent, response), keep)

    def _fail(self, why):
        if self.reader.started() and "within an answer" not in why:
            why = f"within an answer: {why}"
        self._end(Outcome(self.job, self.began, time.monotonic(), self.sent, failure=why), keep=False)

    def _end(self, outcome, keep):
        if keep:
            self.owner.busy.pop(self.socket.fileno(), None)
        else:
            self.disconnect()
        self.job = None
        self.owner.idle.append(self)
        self.owner.done(outcome)


def _reason(error):
    return str(error) if isinstance(error, BadResponse) else f"{type(error).__name__}: {error}"


def percentile(sorted_values, share):
    """A quantile: the smallest value that at least this share of all values do not exceed."""
    return sorted_values[max(0, math.ceil(share * len(sorted_values) - 1e-9) - 1)]
