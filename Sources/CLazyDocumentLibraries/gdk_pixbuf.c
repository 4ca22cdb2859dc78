#include "../CGdkPixbuf/shim.h"

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY GDK_PIXBUF

FUNCTION(GdkPixbuf *, gdk_pixbuf_new,
  (GdkColorspace colorspace, gboolean has_alpha, int bits_per_sample, int width, int height),
  (colorspace, has_alpha, bits_per_sample, width, height))
FUNCTION(GdkPixbuf *, gdk_pixbuf_new_from_file, (const char *filename, GError **error), (filename, error))
FUNCTION(int, gdk_pixbuf_get_width, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(int, gdk_pixbuf_get_height, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(int, gdk_pixbuf_get_rowstride, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(int, gdk_pixbuf_get_n_channels, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(int, gdk_pixbuf_get_bits_per_sample, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(gboolean, gdk_pixbuf_get_has_alpha, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(guchar *, gdk_pixbuf_get_pixels, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(const guint8 *, gdk_pixbuf_read_pixels, (const GdkPixbuf *pixbuf), (pixbuf))
FUNCTION(gboolean, gdk_pixbuf_save_to_bufferv,
  (GdkPixbuf *pixbuf, gchar **buffer, gsize *buffer_size, const char *type, char **option_keys, char **option_values,
    GError **error),
  (pixbuf, buffer, buffer_size, type, option_keys, option_values, error))
FUNCTION(GdkPixbufLoader *, gdk_pixbuf_loader_new_with_type,
  (const char *image_type, GError **error), (image_type, error))
FUNCTION(gboolean, gdk_pixbuf_loader_write,
  (GdkPixbufLoader *loader, const guchar *buf, gsize count, GError **error), (loader, buf, count, error))
FUNCTION(gboolean, gdk_pixbuf_loader_close, (GdkPixbufLoader *loader, GError **error), (loader, error))
FUNCTION(GdkPixbufAnimation *, gdk_pixbuf_loader_get_animation, (GdkPixbufLoader *loader), (loader))
FUNCTION(GdkPixbuf *, gdk_pixbuf_animation_get_static_image, (GdkPixbufAnimation *animation), (animation))
