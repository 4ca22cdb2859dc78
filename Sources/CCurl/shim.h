#pragma once

#include <curl/curl.h>
#include <sys/socket.h>

// Swift cannot call functions with variable arguments; one function for each type of an option's value.

static inline CURLcode pressrun_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pressrun_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pressrun_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pressrun_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode pressrun_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

// Callbacks for data: CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION.
static inline CURLcode pressrun_curl_set_data_function(
  CURL *handle, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, option, function);
}

static inline CURLcode pressrun_curl_set_seek_function(
  CURL *handle, int (*function)(void *, curl_off_t, int)) {
  return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode pressrun_curl_set_socket_function(
  CURL *handle, curl_socket_t (*function)(void *, curlsocktype, struct curl_sockaddr *)) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}

// Called when a connection is ready and before the request is sent.
static inline CURLcode pressrun_curl_set_request_function(
  CURL *handle, int (*function)(void *, char *, char *, int, int)) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode pressrun_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode pressrun_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode pressrun_curl_get_text(CURL *handle, CURLINFO info, char **value) {
  return curl_easy_getinfo(handle, info, value);
}

// A socket that child processes do not inherit.
static inline curl_socket_t pressrun_curl_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// The address itself is longer than its declared type.
static inline const void *pressrun_curl_address(const struct curl_sockaddr *address) { return &address->addr; }

static inline CURLMcode pressrun_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
