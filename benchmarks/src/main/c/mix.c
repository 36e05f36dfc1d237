/*
 * mix: the clients of the tables of 2009. Each of N clients asks for one file after the other, all
 * files equally often, reads it as fast as it can or at a rate, and compares every byte with the file
 * on disk. HTTP/1.1 with keep-alive; one thread, epoll.
 *
 * usage: mix -p PORT -n CLIENTS [-r BYTES_PER_SECOND] [-w WARM_MILLIS] [-t MILLIS] [-s SEED]
 *            [-b RECEIVE_BUFFER] [-m SEGMENT] [-H HELLO_PATH] PREFIX FILE...
 *
 * PREFIX and a file's last name make the request target. After WARM_MILLIS the figures are taken for
 * MILLIS; then everything is cut off. -m announces the greatest segment that the client takes: 1448
 * bytes on most networks, 64 KB on loopback. -H asks for another path every 20 ms on a connection of
 * its own.
 *
 * Prints one line of name=value; times are microseconds.
 *   bytes micros      body bytes received by all while measured, and how long that was
 *   done wrong        bodies complete; bodies that differed (1 line to stderr for each)
 *   busy              answers of 503
 *   init_*            from a request to its first body byte, from the start on, since at a low rate few
 *                     requests begin later; one that still waits at the end counts with its wait so far
 *   waiting           how many of these
 *   speed             mean of the clients, bytes per second of a client, over the bodies of the largest
 *                     file, from the request on
 *   fair              Jain's index of the bytes of the clients while measured, in thousandths
 *   hello_*           latency of HELLO_PATH
 *   cpu               user and system time of this client
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_CLIENTS = 4096, MAX_FILES = 32, MAX_HEADER = 8192, TICK = 5000, HELLO_EVERY = 20000, CHUNK = 1 << 16 };

struct file {
  const char *name, *content;
  int64_t size;
};

struct client {
  int socket, next;      /* next: index into the shuffled order of files */
  int connecting;        /* the request follows when the connection is there */
  int order[MAX_FILES];
  const struct file *file; /* NULL between downloads, and for hello */
  size_t header_bytes;
  int64_t left;          /* bytes of the body, -1 while the header is read */
  int64_t at;            /* bytes of the body received */
  int64_t asked_at, measured_bytes, allowance, retry_at;
  int64_t large_bytes, large_micros;
  char header[MAX_HEADER];
};

struct times {
  int64_t *value;
  size_t count, room;
};

static struct file files[MAX_FILES];
static struct client clients[MAX_CLIENTS + 1], *hello = &clients[MAX_CLIENTS];
static int port, file_count, client_count = 1, epoll, measuring, receive_buffer, segment;
static const char *prefix, *hello_path;
static int64_t rate, bytes, done, wrong, busy, largest, measured_from;
static struct times inits, hellos;
static uint64_t seed = 1;
static char chunk[CHUNK];

static void die(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static uint64_t draw(void) { /* xorshift64* */
  seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
  return seed * 2685821657736338717ULL;
}

static void note(struct times *list, int64_t micros) {
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 4096;
    list->value = realloc(list->value, list->room * sizeof *list->value);
    if (!list->value) die("mix: realloc");
  }
  list->value[list->count++] = micros;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static int64_t quantile(struct times *list, double part) {
  return list->count ? list->value[(size_t)(part * (double)(list->count - 1))] : 0;
}

static double mean(const struct times *list) {
  double sum = 0;
  for (size_t i = 0; i < list->count; i++) sum += (double)list->value[i];
  return list->count ? sum / (double)list->count : 0;
}

static void map_file(const char *path) {
  struct file *f = &files[file_count++];
  struct stat facts;
  int fd = open(path, O_RDONLY);
  if (fd < 0 || fstat(fd, &facts)) die(path);
  const char *slash = strrchr(path, '/');
  f->name = slash ? slash + 1 : path;
  f->size = facts.st_size;
  f->content = mmap(NULL, (size_t)f->size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (f->content == MAP_FAILED) die(path);
  if (f->size > largest) largest = f->size;
  close(fd);
}

static void dial(struct client *c) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1;
  c->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (receive_buffer && c != hello)
    setsockopt(c->socket, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  int announced = segment + 12; /* with room for the time stamps of TCP */
  if (segment && setsockopt(c->socket, IPPROTO_TCP, TCP_MAXSEG, &announced, sizeof announced))
    die("mix: TCP_MAXSEG");
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(c->socket, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS)
    die("mix: connect");
  c->connecting = 1;
  struct epoll_event e = {.events = EPOLLOUT, .data.ptr = c};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &e)) die("mix: epoll");
}

static void hang_up(struct client *c) {
  close(c->socket);
  c->socket = -1, c->connecting = 0;
}

static void send_request(struct client *c) {
  char request[1024];
  int n = snprintf(request, sizeof request, "GET %s%s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                   c == hello ? hello_path : prefix, c->file ? c->file->name : "");
  if (send(c->socket, request, (size_t)n, MSG_NOSIGNAL) != n) die("mix: send");
}

static void connected(struct client *c) {
  socklen_t length = sizeof errno;
  getsockopt(c->socket, SOL_SOCKET, SO_ERROR, &errno, &length);
  if (errno) die("mix: connect");
  c->connecting = 0;
  /* A throttled client is told of new bytes once, and reads the rest at the ticks. */
  struct epoll_event e = {.events = EPOLLIN | (rate && c != hello ? EPOLLET : 0), .data.ptr = c};
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, c->socket, &e)) die("mix: epoll");
  send_request(c);
}

static void ask(struct client *c) {
  if (c->socket < 0) dial(c);
  c->file = c == hello ? NULL : &files[c->order[c->next++ % file_count]];
  c->header_bytes = 0, c->left = -1, c->at = 0, c->asked_at = now();
  if (!c->connecting) send_request(c);
}

static void spoilt(struct client *c, const char *why) {
  wrong++;
  fprintf(stderr, "mix: %s at byte %lld of %s\n", why, (long long)c->at, c->file ? c->file->name : "hello");
  hang_up(c);
}

static void account_large(struct client *c, int64_t from, int64_t until) {
  if (from < measured_from) from = measured_from;
  if (until > from) c->large_micros += until - from;
}

static void finish(struct client *c) {
  if (c == hello) {
    if (measuring) note(&hellos, now() - c->asked_at);
    c->asked_at = 0;
    return;
  }
  if (measuring) {
    done++;
    if (c->file->size == largest) account_large(c, c->asked_at, now());
  }
  c->file = NULL;
  ask(c);
}

/* Returns how many bytes behind the header were read with it, or -1 when it is incomplete. */
static long read_header(struct client *c, const char *data, size_t n) {
  size_t before = c->header_bytes, take = n < MAX_HEADER - 1 - before ? n : MAX_HEADER - 1 - before;
  memcpy(c->header + before, data, take);
  c->header_bytes += take;
  c->header[c->header_bytes] = 0;
  char *end = strstr(c->header, "\r\n\r\n");
  if (!end) return -1;
  long rest = (long)(c->header_bytes - (size_t)(end + 4 - c->header) + (n - take));
  char *length = strcasestr(c->header, "\r\nContent-Length:");
  c->left = length && length < end ? atoll(length + 17) : -2;
  return rest;
}

static void body(struct client *c, const char *data, int64_t n) {
  if (n > c->left) return spoilt(c, "more bytes than announced");
  if (c->file) {
    if (c->at == 0 && n > 0) note(&inits, now() - c->asked_at);
    if (memcmp(data, c->file->content + c->at, (size_t)n)) return spoilt(c, "wrong content");
    if (measuring) {
      bytes += n, c->measured_bytes += n;
      if (c->file->size == largest) c->large_bytes += n;
    }
    c->allowance -= n;
  }
  c->at += n, c->left -= n;
  if (c->left == 0) finish(c);
}

static void received(struct client *c, const char *data, int64_t n) {
  if (c->left >= 0) return body(c, data, n);
  long rest = read_header(c, data, (size_t)n);
  if (rest < 0) return;
  if (!strncmp(c->header, "HTTP/1.1 503", 12)) {
    busy++;
    hang_up(c);
    c->retry_at = now() + 200000;
    return;
  }
  if (strncmp(c->header, "HTTP/1.1 200", 12) || (c->file && c->left != c->file->size)) {
    fprintf(stderr, "%.200s\n", c->header);
    return spoilt(c, "not the answer expected");
  }
  if (c->left < 0) return spoilt(c, "no Content-Length");
  body(c, data + n - rest, rest);
}

/* Servers end a keep-alive connection after some requests. The time goes on from the first try. */
static void ask_again(struct client *c) {
  int64_t asked_at = c->asked_at;
  hang_up(c);
  if (c->file) c->next--;
  ask(c);
  c->asked_at = asked_at;
}

static void read_some(struct client *c) {
  int64_t want = rate && c != hello ? c->allowance : CHUNK;
  if (want <= 0) return;
  ssize_t n = recv(c->socket, chunk, (size_t)(want < CHUNK ? want : CHUNK), MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0 && c->asked_at == 0) return hang_up(c);
  if (n <= 0 && c->header_bytes == 0 && c->left < 0) return ask_again(c);
  if (n <= 0) return spoilt(c, n ? strerror(errno) : "connection closed");
  received(c, chunk, n);
}

static void tick(int64_t passed, int64_t time) {
  for (int i = 0; i < client_count; i++) {
    struct client *c = &clients[i];
    if (c->socket < 0 && time >= c->retry_at) ask(c);
    if (!rate) continue;
    c->allowance += rate * passed / 1000000;
    if (c->allowance > rate / 10) c->allowance = rate / 10;
    if (c->socket >= 0 && !c->connecting) read_some(c);
  }
  if (hello_path && !hello->asked_at && time >= hello->retry_at) {
    hello->retry_at = time + HELLO_EVERY;
    ask(hello);
  }
}

static void run(int64_t until) {
  struct epoll_event events[256];
  int64_t last = now();
  for (int64_t time = last; time < until; time = now()) {
    int wait = (int)((last + TICK - time + 999) / 1000);
    int n = epoll_wait(epoll, events, 256, wait < 0 ? 0 : wait);
    for (int i = 0; i < n; i++) {
      struct client *c = events[i].data.ptr;
      if (c->connecting) connected(c);
      else if (c->socket >= 0) read_some(c);
    }
    time = now();
    if (time - last >= TICK) {
      tick(time - last, time);
      last = time;
    }
  }
}

static void start(struct client *c) {
  for (int i = 0; i < file_count; i++) c->order[i] = i;
  for (int i = file_count - 1; i > 0; i--) {
    int j = (int)(draw() % (uint64_t)(i + 1)), kept = c->order[i];
    c->order[i] = c->order[j], c->order[j] = kept;
  }
  c->socket = -1;
  ask(c);
}

static double fairness(void) {
  double sum = 0, squares = 0;
  for (int i = 0; i < client_count; i++) {
    double x = (double)clients[i].measured_bytes;
    sum += x, squares += x * x;
  }
  return squares > 0 ? sum * sum / (client_count * squares) : 0;
}

static void report(int64_t micros) {
  int64_t end = now(), large = 0, large_micros = 0;
  size_t answered = inits.count;
  for (int i = 0; i < client_count; i++) {
    struct client *c = &clients[i];
    if (c->file && c->at == 0) note(&inits, end - c->asked_at);
    if (c->file && c->file->size == largest) account_large(c, c->asked_at, end);
    large += c->large_bytes, large_micros += c->large_micros;
  }
  qsort(inits.value, inits.count, sizeof *inits.value, by_value);
  qsort(hellos.value, hellos.count, sizeof *hellos.value, by_value);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("bytes=%lld micros=%lld done=%lld wrong=%lld busy=%lld ", (long long)bytes, (long long)micros,
         (long long)done, (long long)wrong, (long long)busy);
  printf("init_mean=%.0f init_p50=%lld init_p99=%lld inits=%zu waiting=%zu ", mean(&inits),
         (long long)quantile(&inits, 0.5), (long long)quantile(&inits, 0.99), answered,
         inits.count - answered);
  printf("speed=%.0f fair=%.0f hellos=%zu hello_p50=%lld hello_p99=%lld ",
         large_micros ? 1e6 * (double)large / (double)large_micros : 0, 1000 * fairness(), hellos.count,
         (long long)quantile(&hellos, 0.5), (long long)quantile(&hellos, 0.99));
  printf("cpu=%ld\n", (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000L + used.ru_utime.tv_usec +
                          used.ru_stime.tv_usec);
}

int main(int count, char **words) {
  int64_t warm = 2000, measured = 10000;
  for (int o; (o = getopt(count, words, "p:n:r:w:t:s:b:m:H:")) != -1;) {
    switch (o) {
      case 'p': port = atoi(optarg); break;
      case 'n': client_count = atoi(optarg); break;
      case 'r': rate = atoll(optarg); break;
      case 'w': warm = atoll(optarg); break;
      case 't': measured = atoll(optarg); break;
      case 's': seed = strtoull(optarg, NULL, 10) | 1; break;
      case 'b': receive_buffer = atoi(optarg); break;
      case 'm': segment = atoi(optarg); break;
      case 'H': hello_path = optarg; break;
      default: return 2;
    }
  }
  if (!port || client_count < 0 || client_count > MAX_CLIENTS || count - optind < 2 ||
      count - optind - 1 > MAX_FILES) {
    fprintf(stderr, "mix: see the head of mix.c for its arguments\n");
    return 2;
  }
  prefix = words[optind];
  for (int i = optind + 1; i < count; i++) map_file(words[i]);
  epoll = epoll_create1(0);
  hello->socket = -1;
  for (int i = 0; i < client_count; i++) start(&clients[i]);
  run(now() + 1000 * warm);
  measuring = 1, measured_from = now();
  run(measured_from + 1000 * measured);
  report(now() - measured_from);
  return wrong > 0;
}
