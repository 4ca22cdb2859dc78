#pragma once

// The functions of librsvg, gdk-pixbuf, libzip, libzint, cmark-gfm, GMime and p11-kit that Pressrun calls, defined so
// that the first call loads the library, as in CLazyLibraries. Most documents need none of these libraries.
//
// The functions are declared in the headers of CRsvg, CGdkPixbuf, CZip, CZint, CMarkdown, CGMime and CPKCS11. A program
// that links this target does not link the libraries.

// Loads the libraries that documents can need. Renderers call it before they give up the access to files.
// Ends the process with a message if one is missing.
void load_libraries_of_documents(void);
