#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// copy_file_range(2) under a name of its own: the C library declares it only where _GNU_SOURCE is defined, and whether it is
// depends on who imports this.
static inline ssize_t clinux_copy_file_range(int source, int target, size_t length) {
  extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
  return copy_file_range(source, NULL, target, NULL, length, 0);
}
