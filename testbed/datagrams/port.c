/*
 * Frames a second over loopback from one thread to another, by the system calls that Rina's port makes:
 * sendmmsg with UDP_SEGMENT, recvmmsg with UDP_GRO. What testbed/ports compares the port with.
 *
 *   port FRAME_BYTES SEGMENTS
 *
 * reads a number of milliseconds a line, and answers each with a line of JSON: what was received and
 * sent meanwhile, and the processor time of both threads. Nothing holds the sender back.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/udp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif

/* As in Rina's port: 16 datagrams a receiving call, a queue of 64 KiB a node, which is one message. */
#define RECEIVED_AT_ONCE 16
#define DATAGRAM_BYTES 65536
#define BUFFER_BYTES (8 << 20)
#define WAIT_MS 10

static int frame_bytes, segments, sender, receiver;
static atomic_bool over;
static atomic_long sent, received;

static void check(int result, const char *what) {
  if (result >= 0) return;
  perror(what);
  exit(1);
}

static long clock_ns(clockid_t which) {
  struct timespec now;
  clock_gettime(which, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static int open_socket(struct sockaddr_in *address) {
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0), bytes = BUFFER_BYTES;
  socklen_t length = sizeof *address;
  check(descriptor, "socket");
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  check(bind(descriptor, (struct sockaddr *)address, length), "bind");
  check(getsockname(descriptor, (struct sockaddr *)address, &length), "getsockname");
  /* More than the limit where we are allowed to. */
  if (setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes) != 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  if (setsockopt(descriptor, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes) != 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
  return descriptor;
}

static void *send_frames(void *to) {
  int a_message = segments < DATAGRAM_BYTES / frame_bytes ? segments : DATAGRAM_BYTES / frame_bytes;
  int messages = DATAGRAM_BYTES / frame_bytes / a_message;
  char *memory = calloc(messages, (size_t)a_message * frame_bytes);
  struct mmsghdr *headers = calloc(messages, sizeof *headers);
  struct iovec *vectors = calloc(messages, sizeof *vectors);
  char control[CMSG_SPACE(sizeof(uint16_t))] = {0};
  struct cmsghdr *segment = (struct cmsghdr *)control;
  uint16_t bytes = frame_bytes;
  *segment = (struct cmsghdr){CMSG_LEN(sizeof bytes), SOL_UDP, UDP_SEGMENT};
  memcpy(CMSG_DATA(segment), &bytes, sizeof bytes);
  for (int i = 0; i < messages; i++) {
    vectors[i].iov_base = memory + (size_t)i * a_message * frame_bytes;
    vectors[i].iov_len = (size_t)a_message * frame_bytes;
    headers[i].msg_hdr.msg_name = to;
    headers[i].msg_hdr.msg_namelen = sizeof(struct sockaddr_in);
    headers[i].msg_hdr.msg_iov = &vectors[i];
    headers[i].msg_hdr.msg_iovlen = 1;
    headers[i].msg_hdr.msg_control = a_message > 1 ? control : NULL;
    headers[i].msg_hdr.msg_controllen = a_message > 1 ? sizeof control : 0;
  }
  while (!over) {
    int taken = sendmmsg(sender, headers, messages, 0);
    if (taken < 0 && errno != EAGAIN && errno != ENOBUFS) check(taken, "sendmmsg");
    if (taken > 0) sent += (long)taken * a_message;
  }
  return NULL;
}

/* How many frames a datagram holds: the kernel says how long each was. */
static long frames_of(const struct mmsghdr *message) {
  int bytes = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message->msg_hdr); c != NULL;
       c = CMSG_NXTHDR((struct msghdr *)&message->msg_hdr, c))
    if (c->cmsg_level == SOL_UDP && c->cmsg_type == UDP_GRO) memcpy(&bytes, CMSG_DATA(c), sizeof bytes);
  return bytes == 0 ? 1 : (message->msg_len + bytes - 1) / bytes;
}

static void *receive_frames(void *unused) {
  (void)unused;
  static char memory[RECEIVED_AT_ONCE][DATAGRAM_BYTES];
  static char control[RECEIVED_AT_ONCE][CMSG_SPACE(sizeof(int))];
  struct mmsghdr headers[RECEIVED_AT_ONCE] = {0};
  struct iovec vectors[RECEIVED_AT_ONCE];
  for (int i = 0; i < RECEIVED_AT_ONCE; i++) {
    vectors[i] = (struct iovec){memory[i], DATAGRAM_BYTES};
    headers[i].msg_hdr.msg_iov = &vectors[i];
    headers[i].msg_hdr.msg_iovlen = 1;
    headers[i].msg_hdr.msg_control = control[i];
  }
  while (!over) {
    for (int i = 0; i < RECEIVED_AT_ONCE; i++) headers[i].msg_hdr.msg_controllen = sizeof control[i];
    int count = recvmmsg(receiver, headers, RECEIVED_AT_ONCE, 0, NULL);
    if (count < 0 && errno != EAGAIN) check(count, "recvmmsg");
    if (count <= 0) {
      struct pollfd wait = {.fd = receiver, .events = POLLIN};
      poll(&wait, 1, WAIT_MS);
      continue;
    }
    long frames = 0;
    for (int i = 0; i < count; i++) frames += frames_of(&headers[i]);
    received += frames;
  }
  return NULL;
}

static long thread_ns(pthread_t thread) {
  clockid_t clock;
  pthread_getcpuclockid(thread, &clock);
  return clock_ns(clock);
}

static void measure(pthread_t sending, pthread_t receiving, long milliseconds) {
  long time = clock_ns(CLOCK_MONOTONIC), s = sent, r = received;
  long sending_ns = thread_ns(sending), receiving_ns = thread_ns(receiving);
  usleep(milliseconds * 1000);
  time = clock_ns(CLOCK_MONOTONIC) - time;
  printf("{\"timeNs\": %ld, \"sent\": %ld, \"received\": %ld, \"sendingNs\": %ld, \"receivingNs\": %ld}\n",
         time, sent - s, received - r, thread_ns(sending) - sending_ns,
         thread_ns(receiving) - receiving_ns);
  fflush(stdout);
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: port FRAME_BYTES SEGMENTS\n");
    return 2;
  }
  frame_bytes = atoi(words[1]);
  segments = atoi(words[2]);
  struct sockaddr_in here, there;
  int one = 1;
  sender = open_socket(&here);
  receiver = open_socket(&there);
  setsockopt(receiver, SOL_UDP, UDP_GRO, &one, sizeof one);
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    /* Threads only while measuring: between its turns the process takes no core. */
    pthread_t sending, receiving;
    over = false;
    pthread_create(&receiving, NULL, receive_frames, NULL);
    pthread_create(&sending, NULL, send_frames, &there);
    usleep(100000);
    measure(sending, receiving, atol(line));
    over = true;
    pthread_join(sending, NULL);
    pthread_join(receiving, NULL);
  }
  return 0;
}
