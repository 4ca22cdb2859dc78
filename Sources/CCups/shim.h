#pragma once

#include <cups/cups.h>
#include <cups/pwg.h>
#include <dlfcn.h>

// libcups needs seven libraries that nothing else needs (Avahi, D-Bus, systemd …), and only print destinations need libcups:
// the program loads it at first use instead of at start.
#define CUPS_FUNCTIONS(FUNCTION) \
  FUNCTION(ippAddBoolean)        \
  FUNCTION(ippAddInteger)        \
  FUNCTION(ippAddRanges)         \
  FUNCTION(ippAddString)         \
  FUNCTION(ippDelete)            \
  FUNCTION(ippErrorString)       \
  FUNCTION(ippFindAttribute)     \
  FUNCTION(ippFirstAttribute)    \
  FUNCTION(ippGetBoolean)        \
  FUNCTION(ippGetCount)          \
  FUNCTION(ippGetGroupTag)       \
  FUNCTION(ippGetInteger)        \
  FUNCTION(ippGetName)           \
  FUNCTION(ippGetRange)          \
  FUNCTION(ippGetStatusCode)     \
  FUNCTION(ippGetString)         \
  FUNCTION(ippGetValueTag)       \
  FUNCTION(ippNew)               \
  FUNCTION(ippNewRequest)        \
  FUNCTION(ippNextAttribute)     \
  FUNCTION(ippReadIO)            \
  FUNCTION(ippSetState)          \
  FUNCTION(ippSetString)         \
  FUNCTION(ippWriteIO)           \
  FUNCTION(pwgMediaForLegacy)    \
  FUNCTION(pwgMediaForPPD)       \
  FUNCTION(pwgMediaForPWG)

// The functions of libcups that Pressrun calls, by their own names.
struct CupsFunctions {
#define CUPS_DECLARE(name) __typeof__(name) *_Nonnull name;
  CUPS_FUNCTIONS(CUPS_DECLARE)
#undef CUPS_DECLARE
};

// Loads libcups. NULL if the library, or one of the functions, is missing; `dlerror` tells which.
static inline const struct CupsFunctions *_Nullable ccups_load(void) {
  static struct CupsFunctions functions;
  void *library = dlopen("libcups.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
#define CUPS_RESOLVE(name) \
  functions.name = (__typeof__(functions.name))dlsym(library, #name); \
  if (functions.name == NULL) return NULL;
  CUPS_FUNCTIONS(CUPS_RESOLVE)
#undef CUPS_RESOLVE
  return &functions;
}
