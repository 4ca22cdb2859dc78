#include "../CPKCS11/shim.h"

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY P11_KIT

FUNCTION(CK_FUNCTION_LIST *, p11_kit_module_load, (const char *module_path, int flags), (module_path, flags))
FUNCTION(CK_RV, p11_kit_module_initialize, (CK_FUNCTION_LIST *module), (module))
FUNCTION(CK_RV, p11_kit_module_finalize, (CK_FUNCTION_LIST *module), (module))
FUNCTION(void, p11_kit_module_release, (CK_FUNCTION_LIST *module), (module))
FUNCTION(const char *, p11_kit_strerror, (CK_RV rv), (rv))
FUNCTION(const char *, p11_kit_message, (void), ())
FUNCTION(P11KitUri *, p11_kit_uri_new, (void), ())
FUNCTION(int, p11_kit_uri_parse, (const char *string, P11KitUriType uri_type, P11KitUri *uri), (string, uri_type, uri))
FUNCTION(void, p11_kit_uri_free, (P11KitUri *uri), (uri))
FUNCTION(int, p11_kit_uri_any_unrecognized, (P11KitUri *uri), (uri))
FUNCTION(const char *, p11_kit_uri_get_pin_value, (const P11KitUri *uri), (uri))
FUNCTION(const char *, p11_kit_uri_get_pin_source, (const P11KitUri *uri), (uri))
FUNCTION(const char *, p11_kit_uri_get_module_name, (const P11KitUri *uri), (uri))
FUNCTION(const char *, p11_kit_uri_get_module_path, (const P11KitUri *uri), (uri))
FUNCTION(CK_SLOT_ID, p11_kit_uri_get_slot_id, (P11KitUri *uri), (uri))
FUNCTION(CK_ATTRIBUTE_PTR, p11_kit_uri_get_attribute, (P11KitUri *uri, CK_ATTRIBUTE_TYPE attr_type), (uri, attr_type))
FUNCTION(CK_ATTRIBUTE_PTR, p11_kit_uri_get_attributes, (P11KitUri *uri, CK_ULONG *n_attrs), (uri, n_attrs))
FUNCTION(int, p11_kit_uri_match_module_info, (const P11KitUri *uri, const CK_INFO *info), (uri, info))
FUNCTION(int, p11_kit_uri_match_slot_info, (const P11KitUri *uri, const CK_SLOT_INFO *slot_info), (uri, slot_info))
FUNCTION(int, p11_kit_uri_match_token_info, (const P11KitUri *uri, const CK_TOKEN_INFO *token_info), (uri, token_info))
