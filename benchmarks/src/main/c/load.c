/*
 * load: the load client. HTTP/1.1 with keep-alive over N connections; one thread, epoll. Bodies are
 * discarded inside the kernel (MSG_TRUNC), so that the client costs little beside the server.
 *
 * usage: load -p PORT -u PATH [-c CONNECTIONS] [-d SECONDS] [-r BYTES_PER_SECOND] [-h HELLO_PATH]
 *             [-s MILLISECONDS] [-k] [-n REQUESTS -P PID]
 *
 * After SECONDS no new request is made; those under way are read to their end, so that bytes and
 * requests are complete on both sides (throttled clients, -r, are cut off instead). -h asks for
 * another path every 5 ms on a connection of its own and measures its latency; without -h the latency
 * is that of the downloads. -s spreads their beginning over a time. Where the server ends
 * a keep-alive connection after an answer, the client connects again and counts it. -k copies bodies
 * into memory, as other clients do: then the client is the slower side for large files. -n ends it
 * after so many requests, and prints what process PID had used after 100, 1,000, 10,000 … of them.
 *
 * Prints one line: requests=… bytes=… micros=… cpu=… reconnects=… latencies=… p50=… p99=… max=…
 * [server_100=… …]. cpu is what the client itself used; it, server_… and the latencies are
 * microseconds. Exit status 1, with a reason, on any answer but 200.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_EVENTS = 256, MAX_HEADER = 8192, TICK = 10000, HELLO_EVERY = 5000, TURN = 1 << 20, MAX_MARKS = 12 };

struct connection {
  int socket, busy, closes, chunked;
  long answers;       /* on this connection */
  size_t received;    /* bytes of the header */
  int64_t left;       /* bytes of the body or chunk, -1 while the header is read */
  int64_t asked_at;   /* microseconds */
  int64_t allowance;  /* bytes a throttled client may read now */
  char header[MAX_HEADER];
};

static const char *path, *hello_path;
static int port, connections = 1, epoll, stopping, busy, copies;
static int64_t rate;
static double seconds = 3;
static int64_t spread; /* microseconds */
static long limit = LONG_MAX; /* of requests */
static clockid_t server;
static int64_t server_at_start, server_used[MAX_MARKS];
static int marks;
static long next_mark = LONG_MAX;
static char memory[TURN];

static int64_t bytes;
static long requests, reconnects, *latencies;
static size_t measured, room;
static struct connection *hello;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void give_up(const char *what, const char *detail) {
  fprintf(stderr, "load: %s %s: %.300s\n", path, what, detail);
  exit(1);
}

static int64_t micros_of(clockid_t clock) {
  struct timespec t;
  if (clock_gettime(clock, &t)) die("load: clock_gettime");
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static int64_t now(void) { return micros_of(CLOCK_MONOTONIC); }

static int throttled(const struct connection *c) { return rate > 0 && c != hello; }

static void dial(struct connection *c) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1;
  c->answers = 0;
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(c->socket, (struct sockaddr *)&address, sizeof address)) die("load: connect");
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
  if (!throttled(c) && epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &e)) die("load: epoll_ctl");
}

static void ask(struct connection *c) {
  char request[2048];
  int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                   c == hello ? hello_path : path);
  c->left = -1;
  c->received = 0;
  c->busy = 1;
  if (c != hello) busy++;
  c->asked_at = now();
  if (send(c->socket, request, n, MSG_NOSIGNAL) != n && errno != EPIPE && errno != ECONNRESET)
    die("load: send");
}

static void redial(struct connection *c) {
  reconnects++;
  close(c->socket);
  dial(c);
}

static void note_latency(int64_t micros) {
  if (measured == room) {
    room = room ? room * 2 : 4096;
    latencies = realloc(latencies, room * sizeof *latencies);
    if (!latencies) die("load: realloc");
  }
  latencies[measured++] = micros;
}

static void complete(struct connection *c) {
  c->busy = 0;
  c->answers++;
  if (c->closes) redial(c);
  if (c == hello || !hello) note_latency(now() - c->asked_at);
  if (c == hello) return;
  busy--;
  requests++;
  if (requests == next_mark && marks < MAX_MARKS) {
    server_used[marks++] = micros_of(server) - server_at_start;
    next_mark *= 10;
  }
  if (!stopping && requests + busy < limit) ask(c);
}

/* The server closed before the first byte of an answer: it may, after an earlier answer. */
static void ask_again(struct connection *c) {
  if (c->received > 0 || c->answers == 0) give_up("was closed before an answer", c->header);
  redial(c);
  if (c != hello) busy--;
  ask(c);
}

static void parse_header(struct connection *c) {
  char *length = strcasestr(c->header, "\r\ncontent-length:");
  if (strncmp(c->header, "HTTP/1.1 200 ", 13)) give_up("was not answered by 200", c->header);
  c->chunked = strcasestr(c->header, "\r\ntransfer-encoding: chunked\r\n") != NULL;
  if (!length && !c->chunked) give_up("has no Content-Length", c->header);
  c->left = c->chunked ? 0 : atoll(length + strlen("\r\ncontent-length:"));
  c->closes = strcasestr(c->header, "\r\nconnection: close") != NULL;
}

/* 1: something was read. 0: nothing is there now. */
static int read_header(struct connection *c) {
  char *at = c->header + c->received;
  ssize_t n = recv(c->socket, at, MAX_HEADER - 1 - c->received, MSG_DONTWAIT | MSG_PEEK);
  if (n < 0 && errno == EAGAIN) return 0;
  if (n == 0 || (n < 0 && errno == ECONNRESET)) {
    ask_again(c);
    return 0;
  }
  if (n < 0) die("load: recv");
  at[n] = 0;
  char *end = strstr(c->header, "\r\n\r\n");
  size_t take = end ? (size_t)(end + 4 - at) : (size_t)n;
  if (recv(c->socket, at, take, 0) != (ssize_t)take) die("load: recv");
  c->received += take;
  at[take] = 0;
  if (end) parse_header(c);
  return 1;
}

/* Begins the next chunk, to whose bytes its CRLF is added. 0: nothing is there now. */
static int read_chunk(struct connection *c) {
  char line[64];
  ssize_t n = recv(c->socket, line, sizeof line - 1, MSG_DONTWAIT | MSG_PEEK);
  if (n < 0 && errno == EAGAIN) return 0;
  if (n < 0) die("load: recv");
  if (n == 0) give_up("was closed in the body", c->header);
  line[n] = 0;
  char *end = strstr(line, "\r\n");
  if (!end && n == sizeof line - 1) give_up("has an unreadable chunk", line);
  if (!end) return 0;
  if (recv(c->socket, line, end + 2 - line, 0) < 0) die("load: recv");
  int64_t size = strtoll(line, NULL, 16);
  c->left = size + 2;
  c->chunked = size > 0;
  if (c != hello) bytes -= 2;
  return 1;
}

static int64_t discard_body(struct connection *c, int64_t most) {
  size_t want = c->left < most ? c->left : most;
  if (want > TURN) want = TURN;
  ssize_t n = recv(c->socket, memory, want, MSG_DONTWAIT | (copies ? 0 : MSG_TRUNC));
  if (n < 0 && errno == EAGAIN) return 0;
  if (n < 0) die("load: recv");
  if (n == 0) give_up("was closed in the body", c->header);
  c->left -= n;
  if (c != hello) bytes += n;
  return n;
}

/* Reads what is there, at most this many bytes of body; returns how many. */
static int64_t drain(struct connection *c, int64_t most) {
  int64_t sum = 0;
  while (c->busy && sum < most) {
    if (c->left < 0) {
      if (!read_header(c)) break;
    } else if (c->left > 0) {
      int64_t n = discard_body(c, most - sum);
      if (n == 0) break;
      sum += n;
    } else if (!read_chunk(c)) {
      break;
    }
    if (c->left == 0 && !c->chunked) complete(c);
  }
  return sum;
}

static void drain_throttled(struct connection *all) {
  for (int i = 0; i < connections; i++) {
    struct connection *c = &all[i];
    c->allowance += rate * TICK / 1000000;
    if (c->allowance > rate / 5) c->allowance = rate / 5;
    c->allowance -= drain(c, c->allowance);
  }
}

static void run(struct connection *all) {
  struct epoll_event events[MAX_EVENTS];
  int64_t start = now(), end = start + (int64_t)(seconds * 1e6), next_tick = 0, next_hello = 0;
  int begun = 0;
  for (;;) {
    int64_t t = now();
    stopping = t >= end || requests >= limit;
    while (begun < connections && t >= start + spread * begun / connections) ask(&all[begun++]);
    if (stopping && (rate || !busy)) return;
    if (hello && !hello->busy && t >= next_hello) {
      ask(hello);
      next_hello = t + HELLO_EVERY;
    }
    if (rate && t >= next_tick) {
      drain_throttled(all);
      next_tick = t + TICK;
    }
    int n = epoll_wait(epoll, events, MAX_EVENTS, rate || hello || begun < connections ? 1 : 50);
    for (int i = 0; i < n; i++) {
      struct connection *c = events[i].data.ptr;
      if (c->busy)
        drain(c, TURN);
      else
        redial(c); /* closed while idle */
    }
  }
}

static int64_t own_cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000LL + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static int by_value(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}

static void report(int64_t micros) {
  if (measured) qsort(latencies, measured, sizeof *latencies, by_value);
  printf("requests=%ld bytes=%lld micros=%lld cpu=%lld reconnects=%ld latencies=%zu p50=%ld p99=%ld"
         " max=%ld",
         requests, (long long)bytes, (long long)micros, (long long)own_cpu(), reconnects,
         measured, measured ? latencies[measured / 2] : 0,
         measured ? latencies[measured * 99 / 100] : 0, measured ? latencies[measured - 1] : 0);
  long mark = 100;
  for (int i = 0; i < marks; i++, mark *= 10) printf(" server_%ld=%lld", mark, (long long)server_used[i]);
  putchar('\n');
}

static int watch(int pid) {
  next_mark = 100;
  return clock_getcpuclockid(pid, &server) == 0;
}

static int parse(int argc, char **argv) {
  int watched = 0;
  for (int o; (o = getopt(argc, argv, "p:u:c:d:r:h:s:kn:P:")) != -1;) {
    if (o == 'p') port = atoi(optarg);
    else if (o == 'u') path = optarg;
    else if (o == 'c') connections = atoi(optarg);
    else if (o == 'd') seconds = atof(optarg);
    else if (o == 'r') rate = atoll(optarg);
    else if (o == 'h') hello_path = optarg;
    else if (o == 's') spread = atol(optarg) * 1000;
    else if (o == 'k') copies = 1;
    else if (o == 'n') limit = atol(optarg);
    else if (o == 'P') watched = atoi(optarg);
    else return 0;
  }
  return port > 0 && path && (!watched || watch(watched));
}

int main(int argc, char **argv) {
  if (!parse(argc, argv)) {
    fprintf(stderr, "usage: load -p PORT -u PATH [-c CONNECTIONS] [-d SECONDS] [-r BYTES_PER_SECOND]"
                    " [-h HELLO_PATH] [-s MILLISECONDS] [-k] [-n REQUESTS -P PID]\n");
    return 2;
  }
  epoll = epoll_create1(EPOLL_CLOEXEC);
  struct connection *all = calloc(connections + 1, sizeof *all);
  if (!all) die("load: calloc");
  if (hello_path) {
    hello = &all[connections];
    dial(hello);
  }
  for (int i = 0; i < connections; i++) dial(&all[i]);
  if (next_mark != LONG_MAX) server_at_start = micros_of(server);
  int64_t start = now();
  run(all);
  report(now() - start);
  return 0;
}
