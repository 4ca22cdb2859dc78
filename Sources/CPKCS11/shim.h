#pragma once

#include <p11-kit-1/p11-kit/pkcs11.h>

// The functions of p11-kit that Pressrun calls, as its headers <p11-kit/p11-kit.h> and <p11-kit/uri.h> declare them
// (https://p11-glue.github.io/p11-glue/p11-kit/manual/). Only pkg-config knows the folder of those headers, and SwiftPM
// links every library that pkg-config names.

CK_FUNCTION_LIST *p11_kit_module_load(const char *module_path, int flags);
CK_RV p11_kit_module_initialize(CK_FUNCTION_LIST *module);
CK_RV p11_kit_module_finalize(CK_FUNCTION_LIST *module);
void p11_kit_module_release(CK_FUNCTION_LIST *module);
const char *p11_kit_strerror(CK_RV rv);
const char *p11_kit_message(void);

typedef struct p11_kit_uri P11KitUri;

// Two of the results, and the type of URIs with any attributes.
typedef enum { P11_KIT_URI_OK = 0, P11_KIT_URI_UNEXPECTED = -1 } P11KitUriResult;
typedef enum { P11_KIT_URI_FOR_ANY = 0x0000FFFF } P11KitUriType;

P11KitUri *p11_kit_uri_new(void);
int p11_kit_uri_parse(const char *string, P11KitUriType uri_type, P11KitUri *uri);
void p11_kit_uri_free(P11KitUri *uri);
int p11_kit_uri_any_unrecognized(P11KitUri *uri);
const char *p11_kit_uri_get_pin_value(const P11KitUri *uri);
const char *p11_kit_uri_get_pin_source(const P11KitUri *uri);
const char *p11_kit_uri_get_module_name(const P11KitUri *uri);
const char *p11_kit_uri_get_module_path(const P11KitUri *uri);
CK_SLOT_ID p11_kit_uri_get_slot_id(P11KitUri *uri);
CK_ATTRIBUTE_PTR p11_kit_uri_get_attribute(P11KitUri *uri, CK_ATTRIBUTE_TYPE attr_type);
CK_ATTRIBUTE_PTR p11_kit_uri_get_attributes(P11KitUri *uri, CK_ULONG *n_attrs);
int p11_kit_uri_match_module_info(const P11KitUri *uri, const CK_INFO *info);
int p11_kit_uri_match_slot_info(const P11KitUri *uri, const CK_SLOT_INFO *slot_info);
int p11_kit_uri_match_token_info(const P11KitUri *uri, const CK_TOKEN_INFO *token_info);
