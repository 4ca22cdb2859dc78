#include "lazy.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *optional_lazy_function(const char *library, const char *name, _Atomic(void *) *address) {
  void *function = atomic_load_explicit(address, memory_order_acquire);
  if (function) return function;

  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  function = handle ? dlsym(handle, name) : NULL;
  if (function) atomic_store_explicit(address, function, memory_order_release);
  return function;
}

static void fail(const char *library) {
  fprintf(stderr, "pressrun: %s; install the package of %s\n", dlerror(), library);
  exit(EXIT_FAILURE);
}

void *lazy_function(const char *library, const char *name, _Atomic(void *) *address) {
  void *function = optional_lazy_function(library, name, address);
  if (!function) fail(library);
  return function;
}

void lazy_load(const char *library) {
  if (!dlopen(library, RTLD_NOW | RTLD_LOCAL)) fail(library);
}
