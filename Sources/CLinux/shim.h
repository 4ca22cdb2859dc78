#pragma once

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The C library declares these only where _GNU_SOURCE is defined, and whether it is depends on who imports this; or they are
// variadic, which Swift cannot call. So they stand here under names of their own.

static inline ssize_t clinux_copy_file_range(int source, int target, size_t length) {
  extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
  return copy_file_range(source, NULL, target, NULL, length, 0);
}

static inline int clinux_pipe2(int ends[2], int flags) {
  extern int pipe2(int *, int);
  return pipe2(ends, flags);
}

// Closes every descriptor from `first` on in the child.
static inline int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// A connection, which children do not inherit.
static inline int clinux_accept4(int listener) {
  extern int accept4(int, struct sockaddr *, socklen_t *, int);
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

// Limits another process; the soft limit alone, so that it can be raised again.
static inline int clinux_limit_file_size(pid_t process, uint64_t bytes) {
  struct { uint64_t soft, hard; } now, limit;
  if (syscall(SYS_prlimit64, process, RLIMIT_FSIZE, NULL, &now) != 0) return -1;
  limit.soft = bytes < now.hard ? bytes : now.hard;
  limit.hard = now.hard;
  return (int)syscall(SYS_prlimit64, process, RLIMIT_FSIZE, &limit, NULL);
}

// A descriptor that becomes readable when the process ends.
static inline int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// SIGKILL for this process when the thread that spawned it ends.
static inline int clinux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

// The lowest address of the calling thread's stack, and its size; 0 where that is not known.
static inline uintptr_t clinux_stack(size_t *size) {
  extern int pthread_getattr_np(pthread_t, pthread_attr_t *);
  pthread_attr_t attributes;
  void *lowest = NULL;
  *size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  int result = pthread_attr_getstack(&attributes, &lowest, size);
  pthread_attr_destroy(&attributes);
  return result == 0 ? (uintptr_t)lowest : 0;
}
