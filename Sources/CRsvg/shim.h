#pragma once

#include <cairo.h>
#include <glib-object.h>

// The functions of librsvg that Pressrun calls, as its header <librsvg/rsvg.h> declares them since version 2.46
// (https://gnome.pages.gitlab.gnome.org/librsvg/Rsvg-2.0/class.Handle.html). Only pkg-config knows the folder of that
// header, and SwiftPM links every library that pkg-config names.

typedef struct _RsvgHandle RsvgHandle;

typedef struct {
  double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize data_len, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_render_document(
  RsvgHandle *handle, cairo_t *cr, const RsvgRectangle *viewport, GError **error);
gboolean rsvg_handle_get_geometry_for_layer(
  RsvgHandle *handle, const char *id, const RsvgRectangle *viewport, RsvgRectangle *out_ink_rect,
  RsvgRectangle *out_logical_rect, GError **error);
