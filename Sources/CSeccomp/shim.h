#pragma once

#include <errno.h>
#include <seccomp.h>

// The actions are macros with arguments or casts, which Swift does not see.

static inline uint32_t cseccomp_allow(void) { return SCMP_ACT_ALLOW; }
static inline uint32_t cseccomp_fail(uint16_t number) { return SCMP_ACT_ERRNO(number); }
static inline uint32_t cseccomp_kill_process(void) { return SCMP_ACT_KILL_PROCESS; }

// An argument of a call, by its place from 0, whose bits under `mask` equal `value`.
static inline struct scmp_arg_cmp cseccomp_masked(unsigned int argument, uint64_t mask, uint64_t value) {
  struct scmp_arg_cmp comparison = {argument, SCMP_CMP_MASKED_EQ, mask, value};
  return comparison;
}
