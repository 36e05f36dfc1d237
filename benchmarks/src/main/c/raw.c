/*
 * raw: the baseline. A bare HTTP/1.1 file server: one thread, epoll, sendfile(2), as few calls as
 * the socket allows. It knows GET of a plain file name and keep-alive, and nothing else.
 *
 * usage: raw PORT FOLDER      (listens on 127.0.0.1 only)
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_EVENTS = 256, MAX_REQUEST = 4096 };
enum result { FAILED = -1, WAITING, DONE };

struct connection {
  int socket;
  int file; /* -1: no answer under way */
  int awaits_writable;
  off_t position, size;
  size_t received;
  char request[MAX_REQUEST];
};

static int epoll;
static const char *folder;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void await_writable(struct connection *c, int yes) {
  if (c->awaits_writable == yes) return;
  struct epoll_event e = {.events = EPOLLIN | (yes ? EPOLLOUT : 0), .data.ptr = c};
  epoll_ctl(epoll, EPOLL_CTL_MOD, c->socket, &e);
  c->awaits_writable = yes;
}

static enum result send_body(struct connection *c) {
  while (c->position < c->size) {
    ssize_t n = sendfile(c->socket, c->file, &c->position, c->size - c->position);
    if (n < 0 && errno == EAGAIN) {
      await_writable(c, 1);
      return WAITING;
    }
    if (n <= 0) return FAILED;
  }
  close(c->file);
  c->file = -1;
  await_writable(c, 0);
  return DONE;
}

static enum result send_text(struct connection *c, const char *text, int flags) {
  size_t length = strlen(text);
  return send(c->socket, text, length, MSG_NOSIGNAL | flags) == (ssize_t)length ? DONE : FAILED;
}

static enum result answer(struct connection *c) {
  char name[256], path[1024], header[256];
  struct stat facts;
  if (sscanf(c->request, "GET /%255[^ /]", name) != 1) return FAILED;
  if (!strcmp(name, "hello"))
    return send_text(c, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello\n", 0);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  c->file = open(path, O_RDONLY | O_CLOEXEC);
  if (c->file < 0) return send_text(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 0);
  if (fstat(c->file, &facts) || !S_ISREG(facts.st_mode)) return FAILED;
  c->position = 0;
  c->size = facts.st_size;
  snprintf(header, sizeof header,
           "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: %lld\r\n\r\n",
           (long long)c->size);
  return send_text(c, header, MSG_MORE) == FAILED ? FAILED : send_body(c);
}

static enum result read_request(struct connection *c) {
  ssize_t n = recv(c->socket, c->request + c->received, MAX_REQUEST - 1 - c->received, 0);
  if (n < 0 && errno == EAGAIN) return WAITING;
  if (n <= 0) return FAILED;
  c->received += n;
  c->request[c->received] = 0;
  if (!strstr(c->request, "\r\n\r\n")) return WAITING;
  c->received = 0;
  return answer(c);
}

static void drop(struct connection *c) {
  if (c->file >= 0) close(c->file);
  close(c->socket);
  free(c);
}

static void serve(struct connection *c, unsigned events) {
  enum result r = events & (EPOLLERR | EPOLLHUP) ? FAILED : WAITING;
  if (r != FAILED && events & EPOLLOUT && c->file >= 0) r = send_body(c);
  if (r != FAILED && events & EPOLLIN && c->file < 0) r = read_request(c);
  if (r == FAILED) drop(c);
}

static void accept_one(int listener) {
  int one = 1, socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) return;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct connection *c = calloc(1, sizeof *c);
  if (!c) die("calloc");
  c->socket = socket;
  c->file = -1;
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &e)) drop(c);
}

static int listen_on(int port) {
  int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024))
    die("raw: cannot listen");
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e)) die("epoll_ctl");
  return listener;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: raw PORT FOLDER\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  folder = argv[2];
  epoll = epoll_create1(EPOLL_CLOEXEC);
  int listener = listen_on(atoi(argv[1]));
  struct epoll_event events[MAX_EVENTS];
  for (;;) {
    int n = epoll_wait(epoll, events, MAX_EVENTS, -1);
    for (int i = 0; i < n; i++) {
      if (events[i].data.ptr)
        serve(events[i].data.ptr, events[i].events);
      else
        accept_one(listener);
    }
  }
}
