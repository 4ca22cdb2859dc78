// Counts the allocations of each thread. These functions replace those of the C library, count, and call them by their internal
// names. Only tests link this file.
#include "allocations.h"
#include <errno.h>
#include <stddef.h>

static __thread uint64_t count __attribute__((tls_model("initial-exec")));
static __thread uint64_t bytes __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  bytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  bytes += number * size;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count++;
  bytes += size;
  return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  bytes += size;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  bytes += size;
  return __libc_memalign(alignment, size);
}

uint64_t pressrun_allocations(void) { return count; }
uint64_t pressrun_allocated_bytes(void) { return bytes; }
