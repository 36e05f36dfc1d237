/*
 * crowd: many clients that are there at once. Each of N clients asks for a file, reads the beginning
 * of the answer and then no more, until it is told to. HTTP/1.1; one thread.
 *
 * usage: crowd -p PORT -u PATH -n CLIENTS [-b RECEIVE_BUFFER]
 *
 * When all have their answers' beginning it prints one line, and then obeys lines of standard input,
 * with one line for each. All lines are name=value; times are microseconds.
 *
 *   (beginning)          clients micros      how many were answered, and how long that took
 *   read MILLIS RATE     bytes micros cpu    all read in turn, RATE bytes per second together; bytes
 *                                            received, and what that cost this client
 *   probe COUNT PATH     p50 p99 max         COUNT requests one after the other, each on a connection
 *                                            of its own: from connect to the last byte
 *
 * At the end of standard input all connections are closed. Exit status 1, with a reason, on any answer
 * but 200 and on a connection that ends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* SEGMENT: what every host must take; a full send buffer is then small enough for ten thousand of them. */
enum { CHUNK = 1 << 13, BATCH = 256, SEGMENT = 536, PATIENCE = 60, MAX_PROBES = 100000 };

static int port, count = 1, receive_buffer, *clients;
static const char *path;

static void die(const char *what) {
  fprintf(stderr, "crowd: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void give_up(const char *what, const char *detail) {
  fprintf(stderr, "crowd: %s: %.300s\n", what, detail);
  exit(1);
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static int64_t own_cpu(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000LL + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static int dial(void) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct timeval patience = {.tv_sec = PATIENCE};
  int one = 1, segment = SEGMENT, client = socket(AF_INET, SOCK_STREAM, 0);
  if (client < 0) die("no socket (ulimit -n?)");
  setsockopt(client, IPPROTO_TCP, TCP_MAXSEG, &segment, sizeof segment);
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (receive_buffer)
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  if (connect(client, (struct sockaddr *)&address, sizeof address)) die("connect");
  return client;
}

static void ask(int client, const char *target) {
  char request[2048];
  int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
  if (send(client, request, n, MSG_NOSIGNAL) != n) die("send");
}

/* Reads the beginning of an answer. */
static size_t read_answer(int client, char *into, size_t room) {
  ssize_t n = recv(client, into, room - 1, 0);
  if (n < 0) die("no answer");
  into[n] = 0;
  if (strncmp(into, "HTTP/1.1 200", 12)) give_up("not answered by 200", into);
  return n;
}

static void gather(void) {
  char answer[1024];
  for (int first = 0; first < count; first += BATCH) {
    int end = first + BATCH < count ? first + BATCH : count;
    for (int i = first; i < end; i++) ask(clients[i] = dial(), path);
    for (int i = first; i < end; i++) read_answer(clients[i], answer, sizeof answer);
  }
}

static void read_in_turn(int64_t millis, int64_t rate) {
  int64_t start = now(), cpu = own_cpu(), end = start + 1000 * millis, bytes = 0, time;
  for (int i = 0; (time = now()) < end;) {
    if (bytes * 1000000 / rate > time - start) {
      usleep(500);
      continue;
    }
    ssize_t n = recv(clients[i], NULL, CHUNK, MSG_TRUNC | MSG_DONTWAIT);
    if (n == 0) give_up("a connection ended", path);
    if (n < 0 && errno != EAGAIN) die("recv");
    bytes += n > 0 ? n : 0;
    i = i + 1 < count ? i + 1 : 0;
  }
  printf("bytes=%lld micros=%lld cpu=%lld\n", (long long)bytes, (long long)(now() - start),
         (long long)(own_cpu() - cpu));
}

static int64_t probe_once(const char *target) {
  static char answer[1 << 16];
  int64_t start = now();
  int client = dial();
  ask(client, target);
  size_t got = read_answer(client, answer, sizeof answer);
  char *length, *end;
  while (!(end = strstr(answer, "\r\n\r\n")) && got < sizeof answer - 1) {
    ssize_t n = recv(client, answer + got, sizeof answer - 1 - got, 0);
    if (n <= 0) die("a probe's answer ended");
    answer[got += n] = 0;
  }
  if (!(length = strcasestr(answer, "\r\nContent-Length:"))) give_up("no Content-Length", answer);
  int64_t left = atoll(length + 17) - (int64_t)(answer + got - (end + 4));
  while (left > 0) {
    ssize_t n = recv(client, NULL, left, MSG_TRUNC);
    if (n <= 0) die("a probe's answer ended");
    left -= n;
  }
  int64_t micros = now() - start;
  close(client);
  return micros;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void probe(int times, const char *target) {
  static int64_t micros[MAX_PROBES];
  if (times < 1 || times > MAX_PROBES) give_up("no such number of probes", target);
  for (int i = 0; i < times; i++) {
    micros[i] = probe_once(target);
    usleep(1000);
  }
  qsort(micros, times, sizeof *micros, by_value);
  printf("p50=%lld p99=%lld max=%lld\n", (long long)micros[times / 2],
         (long long)micros[times * 99 / 100], (long long)micros[times - 1]);
}

static void obey(const char *line) {
  char target[1024];
  long long millis, rate;
  int times;
  if (sscanf(line, "read %lld %lld", &millis, &rate) == 2 && rate > 0 && count > 0)
    read_in_turn(millis, rate);
  else if (sscanf(line, "probe %d %1023s", &times, target) == 2)
    probe(times, target);
  else
    give_up("what is to be done", line);
}

static int parse(int argc, char **argv) {
  for (int o; (o = getopt(argc, argv, "p:u:n:b:")) != -1;) {
    if (o == 'p') port = atoi(optarg);
    else if (o == 'u') path = optarg;
    else if (o == 'n') count = atoi(optarg);
    else if (o == 'b') receive_buffer = atoi(optarg);
    else return 0;
  }
  return port > 0 && path && count >= 0;
}

int main(int argc, char **argv) {
  if (!parse(argc, argv)) {
    fprintf(stderr, "crowd: see the head of crowd.c for its arguments\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!(clients = calloc(count + 1, sizeof *clients))) die("calloc");
  int64_t start = now();
  gather();
  printf("clients=%d micros=%lld\n", count, (long long)(now() - start));
  for (char line[2048]; fgets(line, sizeof line, stdin);) obey(line);
  return 0;
}
