#include "../CRsvg/shim.h"

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY LIBRSVG

FUNCTION(RsvgHandle *, rsvg_handle_new_from_data,
  (const guint8 *data, gsize data_len, GError **error), (data, data_len, error))
FUNCTION(void, rsvg_handle_set_dpi, (RsvgHandle *handle, double dpi), (handle, dpi))
FUNCTION(gboolean, rsvg_handle_render_document,
  (RsvgHandle *handle, cairo_t *cr, const RsvgRectangle *viewport, GError **error), (handle, cr, viewport, error))
