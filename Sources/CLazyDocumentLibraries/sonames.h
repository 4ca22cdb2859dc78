#pragma once

#include <cmark-gfm_version.h>

// The shared libraries, in packages of Debian 12 with similar names (script/packages).
#define LIBRSVG "librsvg-2.so.2"
#define GDK_PIXBUF "libgdk_pixbuf-2.0.so.0"
#define GMIME "libgmime-3.0.so.0"
#define LIBZIP "libzip.so.4"
#define LIBZINT "libzint.so.2.11"
#define P11_KIT "libp11-kit.so.0"
#define CMARK "libcmark-gfm.so." CMARK_GFM_VERSION_STRING
#define CMARK_EXTENSIONS "libcmark-gfm-extensions.so." CMARK_GFM_VERSION_STRING
