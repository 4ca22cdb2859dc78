#include <zint.h>

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY LIBZINT

FUNCTION(struct zint_symbol *, ZBarcode_Create, (void), ())
FUNCTION(void, ZBarcode_Delete, (struct zint_symbol *symbol), (symbol))
FUNCTION(int, ZBarcode_Encode_and_Buffer_Vector,
  (struct zint_symbol *symbol, const unsigned char *source, int length, int rotate_angle),
  (symbol, source, length, rotate_angle))
