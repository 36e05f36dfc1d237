#!/usr/bin/env python3
"""Runs a client behind a slow link to the servers of this machine.

    scripts/slow-link.py --rtt 80 --loss 1 --rate 2 -- curl -o file http://127.0.0.1:8080/large.bin

The client has a network namespace of its own. 127.0.0.1 is there what it is outside, but lies behind a
link: two TUN devices, between which this program moves IPv4 packets, late, not all of them, and not faster
than asked. Both ends are the kernel's own TCP, so retransmissions, windows and pacing are real.

Needs Linux and root. Nothing is left when it ends, even by SIGKILL: devices and namespace go with their
last process, and the client is killed. The exit status is the client's.
"""
import argparse
import contextlib
import ctypes
import fcntl
import gc
import heapq
import os
import random
import select
import signal
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import NoReturn

TUN = "/dev/net/tun"
TUNSETIFF, IFF_TUN_NO_PI = 0x400454CA, 0x1001
CLONE_NEWNET, PR_SET_PDEATHSIG = 0x40000000, 1
MTU, BATCH = 1500, 64
LINGER = 0.3  # seconds
LIBC = ctypes.CDLL(None, use_errno=True)


@dataclass
class Direction:
    """Packets from one device to the other. Those of a connection stay in order."""

    source: int
    target: int
    delay: float  # seconds
    loss: float  # probability
    rate: float  # bytes per second of each connection's line; 0 = no limit
    room: int  # most bytes that wait for a line
    chance: random.Random
    on_the_way: list = field(default_factory=list)  # a heap of (when, number, packet)
    lines: dict = field(default_factory=dict)  # when each line is free again
    packets: int = 0
    bytes: int = 0
    lost: int = 0
    dropped: int = 0

    def take(self) -> None:
        """Reads what the kernel has sent."""
        for _ in range(BATCH):
            try:
                packet = os.read(self.source, MTU)
            except BlockingIOError:
                return
            if packet[0] >> 4 != 4:  # the kernel looks for neighbours by IPv6
                continue
            self.packets += 1
            self.bytes += len(packet)
            if self.loss and self.chance.random() < self.loss:
                self.lost += 1
            else:
                self.send(packet, time.monotonic())

    def send(self, packet: bytes, now: float) -> None:
        if self.rate:
            line = packet[16:20] + packet[22:24]  # the receiver's address and port
            free = max(now, self.lines.get(line, 0))
            if (free - now) * self.rate + len(packet) > self.room:
                self.dropped += 1
                return
            self.lines[line] = now = free + len(packet) / self.rate
        heapq.heappush(self.on_the_way, (now + self.delay, self.packets, packet))

    def deliver(self) -> None:
        while self.on_the_way and self.on_the_way[0][0] <= time.monotonic():
            os.write(self.target, heapq.heappop(self.on_the_way)[2])

    def next(self) -> float:
        """When the next packet arrives."""
        return self.on_the_way[0][0] if self.on_the_way else float("inf")


def fail(problem: str) -> NoReturn:
    sys.exit(f"slow-link.py: {problem}")


def ip(arguments: str) -> None:
    subprocess.run(["ip", *arguments.split()], check=True)


def device(address: str, peer: str) -> tuple[int, str]:
    """A TUN device of the present namespace; it exists while it is open."""
    tun = os.open(TUN, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    name = fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", b"slow%d", IFF_TUN_NO_PI))[:16].rstrip(b"\0").decode()
    ip(f"address add {address} peer {peer} dev {name}")
    ip(f"link set {name} up mtu {MTU} txqueuelen 10000")
    # 127.0.0.1 may come and go by this device.
    with open(f"/proc/sys/net/ipv4/conf/{name}/route_localnet", "w", encoding="ascii") as setting:
        setting.write("1")
    return tun, name


def connect() -> tuple[int, int]:
    """The devices of the servers' side and of the client's; leaves this process on the client's side."""
    # Addresses of RFC 2544, fresh ones each time: the kernel remembers round trips and losses by address.
    first = 2 * (os.getpid() & 0x7FFF)
    ours, theirs = (f"198.18.{number >> 8}.{number & 255}" for number in (first, first + 1))
    servers, _ = device(ours, theirs)
    if LIBC.unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no network namespace")
    client, name = device(theirs, ours)
    # The namespace's own loopback stays down, so 127.0.0.1 is nowhere nearer.
    ip(f"route add 127.0.0.1/32 dev {name} src {theirs}")
    return servers, client


def start(command: list[str]) -> subprocess.Popen:
    try:
        return subprocess.Popen(command, preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))
    except OSError as problem:
        fail(f"the client did not start ({problem})")


def move(directions: list[Direction], client: subprocess.Popen, linger: float) -> None:
    """Until the client has ended, and a little longer: servers are to learn of it."""
    end = os.pidfd_open(client.pid)
    watched = [end, *(direction.source for direction in directions)]
    stop = float("inf")
    while (now := time.monotonic()) < stop:
        arrival = min(direction.next() for direction in directions)
        ready, _, _ = select.select(watched, [], [], max(0, min(arrival - now, 0.1)))
        if end in ready:
            watched.remove(end)
            stop = now + linger
        for direction in directions:
            if direction.source in ready:
                direction.take()
        for direction in directions:
            direction.deliver()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rtt", type=float, default=0, metavar="MS", help="round trip, half of it each way")
    parser.add_argument("--loss", type=float, default=0, metavar="PERCENT", help="of the packets to the client")
    parser.add_argument(
        "--rate", type=float, default=0, metavar="MBIT", help="per second to the client, of each connection's own line"
    )
    parser.add_argument(
        "--queue", type=int, default=64, metavar="KB", help="most that waits for a line, default 64; more is dropped"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the losses, default 1")
    parser.add_argument("--figures", metavar="FILE", help="gets a line about the packets to the client at the end")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="the client, after --")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    if os.geteuid() != 0:
        fail("devices and namespaces of the network need root: run it by sudo")
    if not os.path.exists(TUN):
        fail(f"there is no {TUN}: load the kernel's module (modprobe tun), or give the container that device")
    try:
        servers, client_side = connect()
    except (OSError, subprocess.CalledProcessError) as problem:
        fail(f"no link ({problem}): it needs iproute2 and CAP_NET_ADMIN (for docker: --cap-add NET_ADMIN, SYS_ADMIN)")
    chance = random.Random(asked.seed)
    there = Direction(
        servers, client_side, asked.rtt / 2e3, asked.loss / 100, asked.rate * 1e6 / 8, asked.queue * 1000, chance
    )
    back = Direction(client_side, servers, asked.rtt / 2e3, 0, 0, 0, chance)
    client = start(asked.command)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: client.terminate())
    with contextlib.suppress(PermissionError):
        os.nice(-15)  # a network does not wait for a processor
    gc.disable()  # packets form no cycles
    move([there, back], client, asked.rtt / 1e3 + LINGER)
    if asked.figures:
        with open(asked.figures, "w", encoding="ascii") as file:
            file.write(f"packets={there.packets} bytes={there.bytes} lost={there.lost} dropped={there.dropped}\n")
    status = client.wait()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
