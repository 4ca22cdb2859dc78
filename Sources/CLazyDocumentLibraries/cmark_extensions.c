#include <cmark-gfm-core-extensions.h>

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY CMARK_EXTENSIONS

FUNCTION(void, cmark_gfm_core_extensions_ensure_registered, (void), ())
