#include "../CLazyLibraries/lazy.h"
#include "include/CLazyDocumentLibraries.h"
#include "sonames.h"

void load_libraries_of_documents(void) {
  lazy_load(GDK_PIXBUF);
  lazy_load(LIBRSVG);
  lazy_load(LIBZIP);
  lazy_load(LIBZINT);
  lazy_load(CMARK);
  lazy_load(CMARK_EXTENSIONS);
}
