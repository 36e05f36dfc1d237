/*
 * A share that obeys: a folder, mounted by FUSE without caches, whose calls hang or fail while a
 * file says so. Its lines name a call and a fault:
 *
 *     stat hang | open hang | read hang | close hang      no answer until the line is gone
 *     stat 116  | open 5    | read 5                      that errno
 *     delete hang | delete 5
 *     end 5001216                                         no byte from there on, whatever the size
 *
 * share FOLDER CONTROL MOUNTPOINT [options of FUSE]; stays in the foreground, ends by fusermount3 -u
 * or a signal. Build: cc share.c -o share $(pkg-config --cflags --libs fuse3)
 */
#define FUSE_USE_VERSION 312
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[PATH_MAX];
static char control[PATH_MAX];

/* The word behind a call's name in the control file; false if there is none. */
static int fault(const char *call, char word[32]) {
  char line[128], name[32];
  FILE *lines = fopen(control, "re");
  int found = 0;
  while (lines != NULL && !found && fgets(line, sizeof line, lines) != NULL)
    found = sscanf(line, "%31s %31s", name, word) == 2 && strcmp(name, call) == 0;
  if (lines != NULL) fclose(lines);
  return found;
}

/* Waits while the call hangs; then 0, or the errno that it fails with, negative. */
static int obey(const char *call) {
  char word[32];
  while (fault(call, word)) {
    if (strcmp(word, "hang") != 0) return -atoi(word);
    if (fuse_interrupted()) return -EINTR;
    usleep(20000);
  }
  return 0;
}

static void below(const char *path, char real[PATH_MAX]) {
  snprintf(real, PATH_MAX, "%s%s", folder, path);
}

static void *start(struct fuse_conn_info *connection, struct fuse_config *config) {
  (void)connection;
  config->attr_timeout = config->entry_timeout = config->negative_timeout = 0;
  config->direct_io = 1;
  // Else a file that is open is renamed, not deleted.
  config->hard_remove = 1;
  return NULL;
}

static int get_attributes(const char *path, struct stat *to, struct fuse_file_info *file) {
  char real[PATH_MAX];
  (void)file;
  int failed = obey("stat");
  if (failed) return failed;
  below(path, real);
  return lstat(real, to) < 0 ? -errno : 0;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  char real[PATH_MAX];
  int failed = obey("open");
  if (failed) return failed;
  below(path, real);
  int descriptor = open(real, O_RDONLY | O_CLOEXEC);
  file->fh = (uint64_t)descriptor;
  return descriptor < 0 ? -errno : 0;
}

static int read_file(const char *path, char *to, size_t count, off_t from,
                     struct fuse_file_info *file) {
  char word[32];
  (void)path;
  int failed = obey("read");
  if (failed) return failed;
  if (fault("end", word)) {
    off_t end = atoll(word);
    if (from >= end) return 0;
    if (from + (off_t)count > end) count = (size_t)(end - from);
  }
  ssize_t n = pread((int)file->fh, to, count, from);
  return n < 0 ? -errno : (int)n;
}

/* close(2) waits for this one; for release it does not. */
static int flush_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  (void)file;
  return obey("close");
}

static int release_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  return close((int)file->fh);
}

static int list_folder(const char *path, void *to, fuse_fill_dir_t add, off_t from,
                       struct fuse_file_info *file, enum fuse_readdir_flags how) {
  char real[PATH_MAX];
  (void)from;
  (void)file;
  (void)how;
  below(path, real);
  DIR *entries = opendir(real);
  if (entries == NULL) return -errno;
  for (struct dirent *each; (each = readdir(entries)) != NULL;)
    add(to, each->d_name, NULL, 0, 0);
  closedir(entries);
  return 0;
}

static int delete_file(const char *path) {
  char real[PATH_MAX];
  int failed = obey("delete");
  if (failed) return failed;
  below(path, real);
  return unlink(real) < 0 ? -errno : 0;
}

static const struct fuse_operations CALLS = {
    .init = start,
    .getattr = get_attributes,
    .open = open_file,
    .read = read_file,
    .flush = flush_file,
    .release = release_file,
    .readdir = list_folder,
    .unlink = delete_file,
};

int main(int count, char *arguments[]) {
  if (count < 4 || realpath(arguments[1], folder) == NULL || realpath(arguments[2], control) == NULL) {
    fprintf(stderr, "usage: share FOLDER CONTROL MOUNTPOINT [options of FUSE]\n");
    return 2;
  }
  char *options[count + 3];
  int n = 0;
  options[n++] = arguments[0];
  for (int i = 3; i < count; i++) options[n++] = arguments[i];
  options[n++] = "-f";
  options[n++] = "-omax_threads=1000,max_idle_threads=20,default_permissions";
  return fuse_main(n, options, &CALLS, NULL);
}
