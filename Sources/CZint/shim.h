#include <zint.h>

// Swift does not import the arrays of zint_symbol.

static inline struct zint_symbol *pressrun_zint_create(int symbology, int option_1, int option_3, float height, int shows_text) {
  struct zint_symbol *symbol = ZBarcode_Create();
  if (!symbol) return symbol;
  symbol->symbology = symbology;
  symbol->input_mode = UNICODE_MODE;
  symbol->output_options = BARCODE_QUIET_ZONES;
  symbol->show_hrt = shows_text;
  if (height > 0) symbol->height = height;
  if (option_1) symbol->option_1 = option_1;
  if (option_3) symbol->option_3 = option_3;
  return symbol;
}

static inline const struct zint_vector *pressrun_zint_vector(const struct zint_symbol *symbol) { return symbol->vector; }

static inline const char *pressrun_zint_message(const struct zint_symbol *symbol) { return symbol->errtxt; }
