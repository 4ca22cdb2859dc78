#include <stdint.h>
#include <string.h>
#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

// Hands `owner` to a font face: `release` is called with it when Cairo lets go of the face for good, which may
// be long after the last reference of ours (Cairo keeps scaled fonts back).
static inline cairo_status_t pressrun_font_face_keep(cairo_font_face_t *face, void *owner,
                                                     cairo_destroy_func_t release) {
  static cairo_user_data_key_t key;
  return cairo_font_face_set_user_data(face, &key, owner, release);
}

// Converts the pixels of an image surface of the format RGB24 to rows of a PNG file: a zero byte, which says that the row is not
// filtered, and three bytes a pixel.
static inline void pressrun_pack_rgb(const unsigned char *pixels, size_t stride, size_t width, size_t height,
                                     unsigned char *rows) {
  for (size_t y = 0; y < height; y++, pixels += stride) {
    *rows++ = 0;
    for (size_t x = 0; x < width; x++, rows += 3) {
      uint32_t pixel;
      memcpy(&pixel, pixels + 4 * x, 4);
      rows[0] = pixel >> 16;
      rows[1] = pixel >> 8;
      rows[2] = pixel;
    }
  }
}
