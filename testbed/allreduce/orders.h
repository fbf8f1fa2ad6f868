/*
 * What a process does that is compared with others: all-reduces of float32 as testbed/compare orders
 * them, through a Unix socket, so that it can stay up and warm while others have their turns.
 *
 *   fill BYTES FACTOR     filled            contributions times FACTOR
 *   run ALGORITHM TIMES   ran NANOSECONDS   so many all-reduces in place, after a barrier
 *   check FACTOR          checked WRONG     how many elements are not their sum times FACTOR
 *   end                                     leave
 *
 * Each all-reduce has the result of the one before as its input, so the check covers all of them.
 * The contributions are those of KnownSums in rina-cli. For C and C++.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* A prime number, so that no chunk can pass for another. */
#define PERIOD 4093
/* A part of the largest sum that there can be; the sums of 64 all-reduces stay within. */
#define TOLERANCE 0x1p-13

typedef struct {
  int rank;
  int ranks;
  /* All that can be done before the barrier. */
  void (*prepare)(const char *algorithm, float *data, size_t count);
  void (*barrier)(void);
  void (*allreduce)(float *data, size_t count);
} Subject;

static inline void fail(const char *what, const char *with) {
  fprintf(stderr, "%s: %s\n", what, with);
  exit(1);
}

/* In [-1, 1), a multiple of 2^-15: sums of a thousand of them are exact in float. */
static inline float contribution(int rank, int index) {
  return (float)((rank * 7919 + index * 104729) % 65536) * 0x1p-15f - 1;
}

static inline void fill(float *data, size_t count, int rank, double factor) {
  float period[PERIOD];
  for (int i = 0; i < PERIOD; i++) period[i] = (float)(contribution(rank, i) * factor);
  for (size_t at = 0; at < count; at += PERIOD) {
    size_t some = count - at < PERIOD ? count - at : PERIOD;
    memcpy(data + at, period, some * sizeof(float));
  }
}

static inline size_t wrong(const float *data, size_t count, int ranks, double factor) {
  double period[PERIOD];
  for (int i = 0; i < PERIOD; i++) {
    period[i] = 0;
    for (int rank = 0; rank < ranks; rank++) period[i] += contribution(rank, i);
    period[i] *= factor;
  }
  double tolerance = ranks * TOLERANCE * factor;
  size_t found = 0;
  for (size_t i = 0, at = 0; i < count; i++, at = at + 1 == PERIOD ? 0 : at + 1)
    found += !(fabs(data[i] - period[at]) <= tolerance);
  return found;
}

static inline long long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline int orders_at(const char *path) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address.sun_path) fail("too long for a socket", path);
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
    fail("nobody gives orders at", path);
  return descriptor;
}

/* Blocks between orders: no core is taken from whoever has a turn. Leaves with the last order. */
static inline void obey(const Subject *subject, const char *path) {
  int descriptor = orders_at(path);
  FILE *orders = fdopen(descriptor, "r"), *answers = fdopen(dup(descriptor), "w");
  float *data = NULL;
  size_t room = 0, count = 0, bytes, times;
  double factor;
  char line[128], algorithm[64];
  fprintf(answers, "ready %d %d\n", subject->rank, (int)getpid());
  fflush(answers);
  while (fgets(line, sizeof line, orders) && strcmp(line, "end\n") != 0) {
    if (sscanf(line, "fill %zu %lf", &bytes, &factor) == 2) {
      if (bytes > room) {
        free(data);
        data = NULL;
        if (posix_memalign((void **)&data, 4096, bytes) != 0) fail("no memory for", line);
        room = bytes;
      }
      count = bytes / sizeof(float);
      fill(data, count, subject->rank, factor);
      fprintf(answers, "filled\n");
    } else if (sscanf(line, "run %63s %zu", algorithm, &times) == 2) {
      subject->prepare(algorithm, data, count);
      subject->barrier();
      long long start = now_ns();
      for (size_t i = 0; i < times; i++) subject->allreduce(data, count);
      fprintf(answers, "ran %lld\n", now_ns() - start);
    } else if (sscanf(line, "check %lf", &factor) == 1) {
      fprintf(answers, "checked %zu\n", wrong(data, count, subject->ranks, factor));
    } else {
      fail("no order is", line);
    }
    fflush(answers);
  }
}

#endif
