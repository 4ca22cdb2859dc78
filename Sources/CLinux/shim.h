#pragma once

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Wrappers of functions that Swift cannot call by their own names: the C library declares them only if _GNU_SOURCE is
// defined, which depends on the importing module, or they are variadic.

static inline ssize_t clinux_copy_file_range(int source, int target, size_t length) {
  extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
  return copy_file_range(source, NULL, target, NULL, length, 0);
}

static inline int clinux_pipe2(int ends[2], int flags) {
  extern int pipe2(int *, int);
  return pipe2(ends, flags);
}

// Renames a file within a folder; EEXIST if the target exists.
static inline int clinux_rename_without_replacing(int folder, const char *source, const char *target) {
  extern int renameat2(int, const char *, int, const char *, unsigned int);
  return renameat2(folder, source, folder, target, 1 /* RENAME_NOREPLACE */);
}

// Closes every descriptor from `first` on in the child.
static inline int clinux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Changes the working folder of the child.
static inline int clinux_spawn_change_folder(posix_spawn_file_actions_t *actions, const char *path) {
  extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

// A counter that `poll` can wait for. Neither reads nor writes block, and children do not inherit it.
static inline int clinux_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Names the calling thread; the kernel cuts the name off after 15 bytes.
static inline void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// Blocks all signals for the calling thread, except those that report its own faults.
static inline void clinux_block_signals(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
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
