#ifndef PRESSRUN_ALLOCATIONS_H
#define PRESSRUN_ALLOCATIONS_H
#include <stdint.h>

/// How often this thread has asked the C library for memory since it began; counts only in programs that link this target.
uint64_t pressrun_allocations(void);
/// How many bytes it asked for.
uint64_t pressrun_allocated_bytes(void);

#endif
