#pragma once

#include <gmime/gmime.h>

// Macros that Swift does not import.

static inline gboolean pressrun_g_mime_is_multipart(GMimeObject *object) { return GMIME_IS_MULTIPART(object); }

static inline gboolean pressrun_g_mime_is_part(GMimeObject *object) { return GMIME_IS_PART(object); }
