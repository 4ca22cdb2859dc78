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
