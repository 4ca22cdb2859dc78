#pragma once

#include <glib-object.h>

// The functions of gdk-pixbuf that Pressrun calls, as its header <gdk-pixbuf/gdk-pixbuf.h> declares them since version
// 2.32 (https://docs.gtk.org/gdk-pixbuf/). Only pkg-config knows the folder of that header, and SwiftPM links every
// library that pkg-config names.

typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufAnimation GdkPixbufAnimation;
typedef struct _GdkPixbufLoader GdkPixbufLoader;

typedef enum { GDK_COLORSPACE_RGB } GdkColorspace;

GdkPixbuf *gdk_pixbuf_new(GdkColorspace colorspace, gboolean has_alpha, int bits_per_sample, int width, int height);
GdkPixbuf *gdk_pixbuf_new_from_file(const char *filename, GError **error);

int gdk_pixbuf_get_width(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_height(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_rowstride(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_n_channels(const GdkPixbuf *pixbuf);
int gdk_pixbuf_get_bits_per_sample(const GdkPixbuf *pixbuf);
gboolean gdk_pixbuf_get_has_alpha(const GdkPixbuf *pixbuf);
guchar *gdk_pixbuf_get_pixels(const GdkPixbuf *pixbuf);
const guint8 *gdk_pixbuf_read_pixels(const GdkPixbuf *pixbuf);

gboolean gdk_pixbuf_save_to_bufferv(
  GdkPixbuf *pixbuf, gchar **buffer, gsize *buffer_size, const char *type, char **option_keys, char **option_values,
  GError **error);

GdkPixbufLoader *gdk_pixbuf_loader_new_with_type(const char *image_type, GError **error);
gboolean gdk_pixbuf_loader_write(GdkPixbufLoader *loader, const guchar *buf, gsize count, GError **error);
gboolean gdk_pixbuf_loader_close(GdkPixbufLoader *loader, GError **error);
GdkPixbufAnimation *gdk_pixbuf_loader_get_animation(GdkPixbufLoader *loader);
GdkPixbuf *gdk_pixbuf_animation_get_static_image(GdkPixbufAnimation *animation);
