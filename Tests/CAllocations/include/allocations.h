#ifndef PRESSRUN_ALLOCATIONS_H
#define PRESSRUN_ALLOCATIONS_H
#include <stdint.h>

/// The number of allocations of this thread since it started, in programs that link this target.
uint64_t pressrun_allocations(void);
/// The bytes of these allocations.
uint64_t pressrun_allocated_bytes(void);

#endif
