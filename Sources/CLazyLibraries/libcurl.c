#include <curl/curl.h>
#include <stdarg.h>

#include "lazy.h"

#define LIBRARY "libcurl.so.4"

FUNCTION(CURLcode, curl_global_init, (long flags), (flags))
FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *data), (list, data))
FUNCTION(void, curl_slist_free_all, (struct curl_slist *list), (list))
FUNCTION(time_t, curl_getdate, (const char *p, const time_t *unused), (p, unused))
FUNCTION(const char *, curl_easy_strerror, (CURLcode a), (a))
FUNCTION(CURL *, curl_easy_init, (void), ())
FUNCTION(void, curl_easy_cleanup, (CURL *curl), (curl))
FUNCTION(void, curl_easy_reset, (CURL *curl), (curl))
FUNCTION(CURLM *, curl_multi_init, (void), ())
FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM *multi_handle, CURL *curl_handle), (multi_handle, curl_handle))
FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM *multi_handle, CURL *curl_handle), (multi_handle, curl_handle))
FUNCTION(CURLMcode, curl_multi_poll,
  (CURLM *multi_handle, struct curl_waitfd *extra_fds, unsigned int extra_nfds, int timeout_ms, int *ret),
  (multi_handle, extra_fds, extra_nfds, timeout_ms, ret))
FUNCTION(CURLMcode, curl_multi_wakeup, (CURLM *multi_handle), (multi_handle))
FUNCTION(CURLMcode, curl_multi_perform, (CURLM *multi_handle, int *running_handles), (multi_handle, running_handles))
FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM *multi_handle), (multi_handle))
FUNCTION(CURLMsg *, curl_multi_info_read, (CURLM *multi_handle, int *msgs_in_queue), (multi_handle, msgs_in_queue))

// Functions with variable arguments. Each takes one, a `long`, a pointer or a 64-bit number, and all are passed alike.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "a platform of 64 bits");

#define FUNCTION_OF_OPTION(type, name, object, option)                                       \
  HIDDEN(name)                                                                               \
  type(name)(object * handle, option key, ...) {                                             \
    static _Atomic(void *) address;                                                          \
    va_list arguments;                                                                       \
    va_start(arguments, key);                                                                \
    void *value = va_arg(arguments, void *);                                                 \
    va_end(arguments);                                                                       \
    return ((__typeof__(&name))lazy_function(LIBRARY, #name, &address))(handle, key, value); \
  }
FUNCTION_OF_OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption)
FUNCTION_OF_OPTION(CURLcode, curl_easy_getinfo, CURL, CURLINFO)
FUNCTION_OF_OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption)
