#include <libpq-fe.h>
#include <spawn.h>
#include <sys/eventfd.h>

// glibc's own extensions, which its headers hide from Swift. See posix_spawn_file_actions_addchdir_np(3) and pipe(2).
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int pipe2(int[2], int);
