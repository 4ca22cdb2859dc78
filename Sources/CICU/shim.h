#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Functions of ICU's libicuuc. Their names end in the major version of the library.
typedef struct {
  void *(*open)(int32_t type, const char *locale, const uint16_t *text, int32_t length, int32_t *status);
  int32_t (*next)(void *iterator);
  void (*close)(void *iterator);
} pressrun_icu_breaks_t;

// Finds ICU if the process has loaded it (libxml2 needs it in most distributions); no library is loaded. Returns 0 if
// there is none.
static inline int pressrun_find_icu(pressrun_icu_breaks_t *icu) {
  char name[32];
  for (int version = 50; version < 120; version++) {
    snprintf(name, sizeof name, "ubrk_open_%d", version);
    void *open = dlsym(NULL, name);
    if (!open) continue;
    snprintf(name, sizeof name, "ubrk_next_%d", version);
    void *next = dlsym(NULL, name);
    snprintf(name, sizeof name, "ubrk_close_%d", version);
    void *close = dlsym(NULL, name);
    if (!next || !close) continue;
    memcpy(&icu->open, &open, sizeof open);
    memcpy(&icu->next, &next, sizeof next);
    memcpy(&icu->close, &close, sizeof close);
    return 1;
  }
  return 0;
}
