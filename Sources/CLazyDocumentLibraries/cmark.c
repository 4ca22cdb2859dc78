#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY CMARK

FUNCTION(cmark_syntax_extension *, cmark_find_syntax_extension, (const char *name), (name))
FUNCTION(cmark_parser *, cmark_parser_new, (int options), (options))
FUNCTION(int, cmark_parser_attach_syntax_extension,
  (cmark_parser *parser, cmark_syntax_extension *extension), (parser, extension))
FUNCTION(cmark_llist *, cmark_parser_get_syntax_extensions, (cmark_parser *parser), (parser))
FUNCTION(void, cmark_parser_feed, (cmark_parser *parser, const char *buffer, size_t len), (parser, buffer, len))
FUNCTION(cmark_node *, cmark_parser_finish, (cmark_parser *parser), (parser))
FUNCTION(void, cmark_parser_free, (cmark_parser *parser), (parser))
FUNCTION(char *, cmark_render_html,
  (cmark_node *root, int options, cmark_llist *extensions), (root, options, extensions))
FUNCTION(void, cmark_node_free, (cmark_node *node), (node))
