#include <zip.h>

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY LIBZIP

FUNCTION(void, zip_error_init, (zip_error_t *error), (error))
FUNCTION(void, zip_error_fini, (zip_error_t *error), (error))
FUNCTION(const char *, zip_error_strerror, (zip_error_t *error), (error))
FUNCTION(zip_t *, zip_open_from_source, (zip_source_t *source, int flags, zip_error_t *error), (source, flags, error))
FUNCTION(int, zip_close, (zip_t *archive), (archive))
FUNCTION(void, zip_discard, (zip_t *archive), (archive))
FUNCTION(zip_error_t *, zip_get_error, (zip_t *archive), (archive))
FUNCTION(zip_int64_t, zip_get_num_entries, (zip_t *archive, zip_flags_t flags), (archive, flags))
FUNCTION(zip_int64_t, zip_file_add,
  (zip_t *archive, const char *name, zip_source_t *source, zip_flags_t flags), (archive, name, source, flags))
FUNCTION(int, zip_set_file_compression,
  (zip_t *archive, zip_uint64_t index, zip_int32_t method, zip_uint32_t level), (archive, index, method, level))
FUNCTION(int, zip_file_set_dostime,
  (zip_t *archive, zip_uint64_t index, zip_uint16_t time, zip_uint16_t date, zip_flags_t flags),
  (archive, index, time, date, flags))
FUNCTION(int, zip_stat_index,
  (zip_t *archive, zip_uint64_t index, zip_flags_t flags, zip_stat_t *status), (archive, index, flags, status))
FUNCTION(zip_file_t *, zip_fopen_index,
  (zip_t *archive, zip_uint64_t index, zip_flags_t flags), (archive, index, flags))
FUNCTION(zip_int64_t, zip_fread, (zip_file_t *file, void *buffer, zip_uint64_t count), (file, buffer, count))
FUNCTION(int, zip_fclose, (zip_file_t *file), (file))
FUNCTION(zip_source_t *, zip_source_buffer,
  (zip_t *archive, const void *data, zip_uint64_t size, int freed), (archive, data, size, freed))
FUNCTION(zip_source_t *, zip_source_buffer_create,
  (const void *data, zip_uint64_t size, int freed, zip_error_t *error), (data, size, freed, error))
FUNCTION(void, zip_source_keep, (zip_source_t *source), (source))
FUNCTION(void, zip_source_free, (zip_source_t *source), (source))
FUNCTION(int, zip_source_open, (zip_source_t *source), (source))
FUNCTION(zip_int64_t, zip_source_read, (zip_source_t *source, void *data, zip_uint64_t size), (source, data, size))
FUNCTION(int, zip_source_stat, (zip_source_t *source, zip_stat_t *status), (source, status))
FUNCTION(zip_error_t *, zip_source_error, (zip_source_t *source), (source))
FUNCTION(int, zip_source_close, (zip_source_t *source), (source))
