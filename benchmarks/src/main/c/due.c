/*
 * due: the client of the table mixed, an open loop. Requests fall due at moments that nothing of the
 * server's moves, RATE a second in the mean, their distances drawn as those of visitors who do not know
 * each other; so none keeps step with another client's ticks either. The targets take turns. HTTP/1.1
 * with keep-alive; one thread, epoll.
 *
 * usage: due -p PORT [-r RATE] [-w WARM_MILLIS] [-t MILLIS] [-s SEED] PATH FILE [PATH FILE]...
 *
 * A latency goes from the moment at which a request was due to the last byte of its body, whenever it was
 * sent: one that waits for a connection, of which there are at most 256, counts with its wait, and one
 * without a whole response at the end with its wait so far. Every body is compared with its FILE. Figures
 * are of the requests that fall due in the MILLIS after WARM_MILLIS.
 *
 * Prints one line of name=value; times are microseconds.
 *   requests waiting  that were due; those of them without a whole response at the end
 *   p50_N p99_N p999_N  latency of target N, from 0
 *   sent_p99          from the moment at which a request was due until it was sent
 *   cpu               user and system time of this client
 * Exit status 1, with a reason, on any answer but 200 with the file.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
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
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TARGETS = 8, CONNECTIONS = 256, MAX_HEADER = 8192, CHUNK = 1 << 18 };

struct times {
  int64_t *value;
  size_t count, room;
};

struct target {
  const char *path, *content;
  int64_t size;
  struct times latencies;
};

struct connection {
  int socket, answers, closes;
  struct target *target; /* NULL while idle */
  int64_t due;
  size_t header_bytes;
  int64_t at; /* bytes of the body received, -1 while the header is read */
  char header[MAX_HEADER];
};

static struct target targets[MAX_TARGETS];
static struct connection connections[CONNECTIONS], *idle[CONNECTIONS];
static int port, target_count, next_target, idle_count, epoll, timer;
static double rate = 100;
static int64_t next_due, measured_from, end, waiting;
static struct times sent;
static uint64_t seed = 1;
static char chunk[CHUNK];

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void give_up(const struct connection *c, const char *why) {
  fprintf(stderr, "due: %s %s: %.300s\n", c->target->path, why, c->header);
  exit(1);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static int64_t distance(void) { /* xorshift64*, then the exponential distribution */
  seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
  double drawn = (double)(seed * 2685821657736338717ULL >> 11) / (double)(1ULL << 53);
  return (int64_t)(-log(1 - drawn) * 1e6 / rate + 0.5);
}

static void note(struct times *list, int64_t micros) {
  if (list->count == list->room) {
    list->room = list->room ? 2 * list->room : 4096;
    list->value = realloc(list->value, list->room * sizeof *list->value);
    if (!list->value) die("due: realloc");
  }
  list->value[list->count++] = micros;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void sort(struct times *list) {
  if (list->count) qsort(list->value, list->count, sizeof *list->value, by_value);
}

static long long quantile(const struct times *list, double part) {
  return list->count ? list->value[(size_t)(part * (double)(list->count - 1))] : 0;
}

static void add_target(const char *path, const char *file) {
  struct target *t = &targets[target_count++];
  struct stat facts;
  int fd = open(file, O_RDONLY);
  if (fd < 0 || fstat(fd, &facts)) die(file);
  t->path = path, t->size = facts.st_size;
  t->content = mmap(NULL, (size_t)t->size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
  if (t->content == MAP_FAILED) die(file);
  close(fd);
}

static void dial(struct connection *c) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int one = 1;
  c->answers = 0, c->closes = 0;
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(c->socket, (struct sockaddr *)&address, sizeof address)) die("due: connect");
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, c->socket, &e)) die("due: epoll_ctl");
}

static void hang_up(struct connection *c) {
  close(c->socket);
  c->socket = -1;
}

static void ask(struct connection *c) {
  char request[1024];
  int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", c->target->path);
  if (c->socket < 0) dial(c);
  c->header_bytes = 0, c->header[0] = 0, c->at = -1;
  if (send(c->socket, request, (size_t)n, MSG_NOSIGNAL) != n && errno != EPIPE && errno != ECONNRESET)
    die("due: send");
}

/* The server closed before the first byte of an answer: it may, after an earlier answer. */
static void ask_again(struct connection *c) {
  if (c->answers == 0) give_up(c, "was closed without an answer");
  hang_up(c);
  ask(c);
}

static void complete(struct connection *c) {
  if (c->due >= measured_from) note(&c->target->latencies, now() - c->due);
  c->target = NULL;
  c->answers++;
  if (c->closes) hang_up(c);
  idle[idle_count++] = c;
}

static void body(struct connection *c, const char *data, int64_t n) {
  if (n > c->target->size - c->at || memcmp(data, c->target->content + c->at, (size_t)n))
    give_up(c, "has a body that is not the file");
  c->at += n;
  if (c->at == c->target->size) complete(c);
}

static void received(struct connection *c, const char *data, size_t n) {
  if (c->at >= 0) return body(c, data, (int64_t)n);
  size_t before = c->header_bytes, room = MAX_HEADER - 1 - before, take = n < room ? n : room;
  memcpy(c->header + before, data, take);
  c->header_bytes += take;
  c->header[c->header_bytes] = 0;
  char *blank = strstr(c->header, "\r\n\r\n");
  if (!blank && take < n) give_up(c, "has too long a header");
  if (!blank) return;
  size_t rest = n - ((size_t)(blank + 4 - c->header) - before);
  blank[2] = 0;
  char *length = strcasestr(c->header, "\r\nContent-Length:");
  if (strncmp(c->header, "HTTP/1.1 200", 12) || !length || atoll(length + 17) != c->target->size)
    give_up(c, "was not answered by 200 and the length of the file");
  c->closes = strcasestr(c->header, "\r\nConnection: close") != NULL;
  c->at = 0;
  body(c, data + n - rest, (int64_t)rest);
}

static void read_some(struct connection *c) {
  ssize_t n = recv(c->socket, chunk, CHUNK, MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  if (n > 0 && c->target) return received(c, chunk, (size_t)n);
  if (!c->target) return hang_up(c); /* closed while idle */
  if (c->header_bytes == 0) return ask_again(c);
  give_up(c, n ? strerror(errno) : "was closed in the answer");
}

/* The next request, to the target whose turn it is. */
static struct target *take_due(int64_t *due) {
  struct target *t = &targets[next_target++ % target_count];
  *due = next_due;
  next_due += distance();
  return t;
}

/* Sends what is due, as far as there are connections, and has the timer wait for what comes next. */
static void send_due(int64_t time) {
  while (next_due <= time && idle_count) {
    struct connection *c = idle[--idle_count];
    c->target = take_due(&c->due);
    ask(c);
    if (c->due >= measured_from) note(&sent, now() - c->due);
  }
  int64_t next = idle_count && next_due < end ? next_due : end;
  struct itimerspec at = {.it_value = {.tv_sec = next / 1000000, .tv_nsec = next % 1000000 * 1000}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL)) die("due: timerfd_settime");
}

static void run(void) {
  struct epoll_event events[CONNECTIONS];
  for (int64_t time = now(); time < end; time = now()) {
    send_due(time);
    int n = epoll_wait(epoll, events, CONNECTIONS, -1);
    for (int i = 0; i < n; i++) {
      struct connection *c = events[i].data.ptr;
      if (c && c->socket >= 0) read_some(c);
    }
  }
}

static void note_waiting(struct target *t, int64_t due) {
  if (due < measured_from) return;
  waiting++;
  note(&t->latencies, end - due);
}

static void report(void) {
  for (int i = 0; i < CONNECTIONS; i++)
    if (connections[i].target) note_waiting(connections[i].target, connections[i].due);
  while (next_due < end) {
    int64_t due;
    struct target *t = take_due(&due);
    note_waiting(t, due);
  }
  size_t requests = 0;
  for (int i = 0; i < target_count; i++) requests += targets[i].latencies.count;
  printf("requests=%zu waiting=%lld ", requests, (long long)waiting);
  for (int i = 0; i < target_count; i++) {
    struct times *list = &targets[i].latencies;
    sort(list);
    printf("p50_%d=%lld p99_%d=%lld p999_%d=%lld ", i, quantile(list, 0.5), i, quantile(list, 0.99), i,
           quantile(list, 0.999));
  }
  sort(&sent);
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  printf("sent_p99=%lld cpu=%ld\n", quantile(&sent, 0.99),
         (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000L + used.ru_utime.tv_usec +
             used.ru_stime.tv_usec);
}

int main(int count, char **words) {
  int64_t warm = 2000, measured = 10000;
  for (int o; (o = getopt(count, words, "p:r:w:t:s:")) != -1;) {
    switch (o) {
      case 'p': port = atoi(optarg); break;
      case 'r': rate = atof(optarg); break;
      case 'w': warm = atoll(optarg); break;
      case 't': measured = atoll(optarg); break;
      case 's': seed = strtoull(optarg, NULL, 10) | 1; break;
      default: return 2;
    }
  }
  int named = count - optind;
  if (!port || rate <= 0 || named < 2 || named % 2 || named / 2 > MAX_TARGETS) {
    fprintf(stderr, "due: see the head of due.c for its arguments\n");
    return 2;
  }
  for (int i = optind; i < count; i += 2) add_target(words[i], words[i + 1]);
  epoll = epoll_create1(0);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &e)) die("due: timerfd");
  for (int i = CONNECTIONS - 1; i >= 0; i--) {
    connections[i].socket = -1;
    idle[idle_count++] = &connections[i];
  }
  next_due = now();
  measured_from = next_due + 1000 * warm, end = measured_from + 1000 * measured;
  run();
  report();
  return 0;
}
