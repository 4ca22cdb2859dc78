#pragma once

#include <stdatomic.h>
#include <stddef.h>

// The address of a function of a shared library, which is loaded if it is not yet. It is found once and kept in `address`.
// Ends the process with a message if the library or the function is missing.
void *lazy_function(const char *library, const char *name, _Atomic(void *) *address);

// The address of a function that older versions of a shared library do not have: NULL if the library or the function is missing.
void *optional_lazy_function(const char *library, const char *name, _Atomic(void *) *address);

// Loads a shared library if it is not yet loaded. Ends the process with a message if it is missing.
void lazy_load(const char *library);

// Defines a function that a header of the library LIBRARY declares. It calls the function of that name in the library.
#define FUNCTION(type, name, parameters, arguments)                               \
  HIDDEN(name)                                                                    \
  type name parameters {                                                          \
    static _Atomic(void *) address;                                               \
    return ((__typeof__(&name))lazy_function(LIBRARY, #name, &address))arguments; \
  }

// Does not export a function from the program: the library's own calls of the function of that name must not lead to it.
// (An attribute would contradict the headers of libssh, which declare their functions as exported.)
#define HIDDEN(name) __asm__(".hidden " #name);
