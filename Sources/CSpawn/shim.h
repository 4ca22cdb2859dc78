#pragma once
#include <spawn.h>
#include <signal.h>
#include <sys/prctl.h>

// Part of glibc since 2.34, but declared only for those who define _GNU_SOURCE, which Swift's Glibc module does not.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int pipe2(int ends[2], int flags);

// `prctl` is variadic, which Swift cannot call.
static inline int pressrun_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }
