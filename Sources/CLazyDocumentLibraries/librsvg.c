#include "../CRsvg/shim.h"

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY LIBRSVG

FUNCTION(RsvgHandle *, rsvg_handle_new_from_data,
  (const guint8 *data, gsize data_len, GError **error), (data, data_len, error))
FUNCTION(void, rsvg_handle_set_dpi, (RsvgHandle *handle, double dpi), (handle, dpi))
FUNCTION(gboolean, rsvg_handle_render_document,
  (RsvgHandle *handle, cairo_t *cr, const RsvgRectangle *viewport, GError **error), (handle, cr, viewport, error))
FUNCTION(gboolean, rsvg_handle_get_geometry_for_layer,
  (RsvgHandle *handle, const char *id, const RsvgRectangle *viewport, RsvgRectangle *out_ink_rect,
    RsvgRectangle *out_logical_rect, GError **error),
  (handle, id, viewport, out_ink_rect, out_logical_rect, error))
