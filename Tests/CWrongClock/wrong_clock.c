#define _GNU_SOURCE
#include "CWrongClock.h"

#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t right = 0;
static const volatile int64_t *offset = &right;

int wrong_clock_follow(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  void *page = mmap(NULL, sizeof right, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) return -1;
  offset = page;
  return 0;
}

// By system call, because this definition replaces the C library's.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *offset;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

// Converts a deadline that was computed by this clock to the kernel's time.
static struct timespec kernel_time(const struct timespec *until) {
  struct timespec right = *until;
  right.tv_sec -= *offset;
  return right;
}

// Whether a deadline is a time of day and not a monotonic time: no machine has been up for thirty years.
static int is_of_day(const struct timespec *until) { return until->tv_sec > 1000000000; }

int pthread_cond_timedwait(
  pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until
) {
  if (!is_of_day(until)) return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, until);
  struct timespec right = kernel_time(until);
  return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &right);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  struct timespec right = kernel_time(until);
  return sem_clockwait(semaphore, CLOCK_REALTIME, &right);
}
