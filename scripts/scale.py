#!/usr/bin/env python3
"""Simulates several servers behind a balancer, for docs/scale.md.

usage: scripts/scale.py [cache | balance | loss | slices]...

cache    share of bytes that page caches have, by balancer and number of servers
balance  load of the busiest server beside the mean, by balancer
loss     reads from disks after a server has gone, by kind of hash
slices   bytes that a cache in front asks for, in slices and in whole files

Without a name, all of them. Prints tables in Markdown. Randomness has a fixed seed: the same figures each time.
"""
import heapq
import math
import random
import sys
from bisect import bisect_left
from collections import OrderedDict
from hashlib import blake2b
from itertools import accumulate

SEED = 2009
GB = 1000  # in MB, the unit of sizes


class Popularity:
    """Files by Zipf's law: the n-th one is asked for in proportion to 1 / n ** exponent."""

    def __init__(self, files, exponent=0.9):
        self.sums = list(accumulate(1 / n**exponent for n in range(1, files + 1)))

    def draw(self, dice):
        return bisect_left(self.sums, dice.random() * self.sums[-1])


class Lru:
    """Memory that drops what was not used for the longest time; sizes in MB."""

    def __init__(self, capacity):
        self.capacity, self.used, self.items = capacity, 0.0, OrderedDict()

    def has(self, key, size):
        """Whether it was there; it is now."""
        if key in self.items:
            self.items.move_to_end(key)
            return True
        self.items[key] = size
        self.used += size
        while self.used > self.capacity:
            self.used -= self.items.popitem(last=False)[1]
        return False


def digest(*parts):
    text = "/".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def rendezvous(servers, file):
    """Consistent hashing: without a server, only its own files go elsewhere."""
    return max(servers, key=lambda server: digest(server, file))


def modulo(servers, file):
    return servers[digest(file) % len(servers)]


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def percent(part):
    return f"{100 * part:.0f} %"


FILES, FILE_MB, MEMORY_MB = 10_000, 100, 64 * GB


def cache():
    """10,000 files of 100 MB, 64 GB of page cache each."""
    popular, rows = Popularity(FILES), []
    for count in (1, 2, 4, 8):
        servers = list(range(count))
        hits = {}
        for policy in ("in turn", "by path"):
            dice = random.Random(SEED)
            memories = [Lru(MEMORY_MB) for _ in servers]
            home = {}
            hit = total = 0
            for n in range(200_000):
                file = popular.draw(dice)
                if policy == "in turn":
                    server = n % count
                else:
                    server = home.setdefault(file, None)
                    if server is None:
                        server = home[file] = rendezvous(servers, file)
                there = memories[server].has(file, FILE_MB)
                if n >= 100_000:
                    total += 1
                    hit += there
            hits[policy] = hit / total
        rows.append((count, percent(hits["in turn"]), percent(hits["by path"])))
    table(("servers", "in memory, balanced in turn", "in memory, balanced by path"), rows)


def downloads(dice, hours, mean_active):
    """Begin and end, in seconds, of downloads: sizes and rates of clients are log-normal."""
    sizes = [dice.lognormvariate(math.log(100), 1.2) for _ in range(10_000)]
    seconds = [size / dice.lognormvariate(math.log(1), 1.0) for size in sizes]
    each = mean_active / (sum(seconds) / len(seconds))
    now, end = 0.0, hours * 3600
    while now < end:
        now += dice.expovariate(each)
        pick = dice.randrange(len(sizes))
        yield now, now + seconds[pick], sizes[pick] / seconds[pick]


def balance():
    """2,000 downloads at a time, of clients between 0.1 and 10 MB/s."""
    rows = []
    for count in (2, 4, 8):
        worst = []
        for policy in ("in turn", "by path", "fewest connections"):
            dice, popular = random.Random(SEED), Popularity(FILES)
            active, rate, ends = [0] * count, [0.0] * count, []
            looks = []
            for n, (begin, end, speed) in enumerate(downloads(dice, 12, 2000)):
                while ends and ends[0][0] <= begin:
                    _, server, gone = heapq.heappop(ends)
                    active[server] -= 1
                    rate[server] -= gone
                file = popular.draw(dice)
                server = {
                    "in turn": n % count,
                    "by path": digest(file) % count,
                    "fewest connections": min(range(count), key=lambda s: (active[s], s)),
                }[policy]
                active[server] += 1
                rate[server] += speed
                heapq.heappush(ends, (end, server, speed))
                if begin > 3 * 3600 and n % 50 == 0:
                    looks.append(max(rate) * count / sum(rate))
            looks.sort()
            worst.append(f"{looks[len(looks) // 2]:.2f} / {looks[len(looks) * 99 // 100]:.2f}")
        rows.append((count, *worst))
    table(("servers", "in turn", "by path", "fewest connections"), rows)


def loss():
    """One of four servers goes; what the others must read that they had in memory before."""
    popular, rows = Popularity(FILES), []
    for name, choose in (("path modulo number", modulo), ("consistent hash", rendezvous)):
        dice = random.Random(SEED)
        memories = [Lru(MEMORY_MB) for _ in range(4)]
        before, after = [0, 0], [0, 0]
        homes = [{}, {}]
        for n in range(202_000):
            gone = n >= 200_000
            servers = [0, 1, 2] if gone else [0, 1, 2, 3]
            file = popular.draw(dice)
            home = homes[gone]
            if file not in home:
                home[file] = choose(servers, file)
            there = memories[home[file]].has(file, FILE_MB)
            if n >= 198_000:
                seen = after if gone else before
                seen[0] += 1
                seen[1] += not there
        rows.append((name, percent(before[1] / before[0]), percent(after[1] / after[0])))
    table(("balanced by", "from disk before", "from disk, next 2,000 requests"), rows)


def slices():
    """Viewers of films of 1 GB: most look at the first minutes, some seek."""
    rows = []
    popular = Popularity(5_000)
    for capacity in (50, 200, 800):
        asked = {}
        for unit in (1, 10, 1000):
            dice = random.Random(SEED)
            memory, wanted, fetched = Lru(capacity * GB), 0, 0
            for _ in range(30_000):
                film = popular.draw(dice)
                for _ in range(1 + (dice.random() < 0.3)):
                    length = max(5, min(1000, int(dice.lognormvariate(math.log(60), 1.3))))
                    start = 0 if dice.random() < 0.7 else dice.randrange(1000)
                    end = min(1000, start + length)
                    wanted += end - start
                    for part in range(start // unit, (end + unit - 1) // unit):
                        if not memory.has((film, part), unit):
                            fetched += unit
            asked[unit] = fetched / wanted
        rows.append((f"{capacity} GB", *(percent(asked[unit]) for unit in (1, 10, 1000))))
    table(("cache in front", "slices of 1 MB", "slices of 10 MB", "whole files"), rows)


PARTS = {"cache": cache, "balance": balance, "loss": loss, "slices": slices}


def main(names):
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(__doc__.strip(), file=sys.stderr)
        sys.exit(0 if unknown[0] in ("-h", "--help") else f"scale.py: unknown simulation '{unknown[0]}'")
    for name in names or PARTS:
        print(f"{name}: {PARTS[name].__doc__}\n")
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
