#include "../CGMime/shim.h"

#include "../CLazyLibraries/lazy.h"
#include "sonames.h"

#define LIBRARY GMIME

FUNCTION(void, g_mime_init, (void), ())
FUNCTION(GMimeMessage *, g_mime_message_new, (gboolean pretty_headers), (pretty_headers))
FUNCTION(void, g_mime_message_add_mailbox,
  (GMimeMessage *message, GMimeAddressType type, const char *name, const char *addr), (message, type, name, addr))
FUNCTION(void, g_mime_message_set_subject,
  (GMimeMessage *message, const char *subject, const char *charset), (message, subject, charset))
FUNCTION(void, g_mime_message_set_date, (GMimeMessage *message, GDateTime *date), (message, date))
FUNCTION(void, g_mime_message_set_message_id, (GMimeMessage *message, const char *message_id), (message, message_id))
FUNCTION(void, g_mime_message_set_mime_part, (GMimeMessage *message, GMimeObject *mime_part), (message, mime_part))
FUNCTION(GMimeObject *, g_mime_message_get_mime_part, (GMimeMessage *message), (message))
FUNCTION(void, g_mime_object_set_header,
  (GMimeObject *object, const char *header, const char *value, const char *charset), (object, header, value, charset))
FUNCTION(void, g_mime_object_set_disposition, (GMimeObject *object, const char *disposition), (object, disposition))
FUNCTION(void, g_mime_object_set_content_type_parameter,
  (GMimeObject *object, const char *name, const char *value), (object, name, value))
FUNCTION(GMimeContentType *, g_mime_object_get_content_type, (GMimeObject *object), (object))
FUNCTION(const char *, g_mime_object_get_content_id, (GMimeObject *object), (object))
FUNCTION(void, g_mime_object_encode, (GMimeObject *object, GMimeEncodingConstraint constraint), (object, constraint))
FUNCTION(char *, g_mime_object_to_string, (GMimeObject *object, GMimeFormatOptions *options), (object, options))
FUNCTION(char *, g_mime_content_type_get_mime_type, (GMimeContentType *content_type), (content_type))
FUNCTION(GType, g_mime_multipart_get_type, (void), ())
FUNCTION(GMimeMultipart *, g_mime_multipart_new_with_subtype, (const char *subtype), (subtype))
FUNCTION(void, g_mime_multipart_set_boundary, (GMimeMultipart *multipart, const char *boundary), (multipart, boundary))
FUNCTION(void, g_mime_multipart_add, (GMimeMultipart *multipart, GMimeObject *part), (multipart, part))
FUNCTION(int, g_mime_multipart_get_count, (GMimeMultipart *multipart), (multipart))
FUNCTION(GMimeObject *, g_mime_multipart_get_part, (GMimeMultipart *multipart, int index), (multipart, index))
FUNCTION(GType, g_mime_part_get_type, (void), ())
FUNCTION(GMimePart *, g_mime_part_new_with_type, (const char *type, const char *subtype), (type, subtype))
FUNCTION(void, g_mime_part_set_filename, (GMimePart *mime_part, const char *filename), (mime_part, filename))
FUNCTION(void, g_mime_part_set_content_id, (GMimePart *mime_part, const char *content_id), (mime_part, content_id))
FUNCTION(void, g_mime_part_set_content_encoding,
  (GMimePart *mime_part, GMimeContentEncoding encoding), (mime_part, encoding))
FUNCTION(void, g_mime_part_set_content, (GMimePart *mime_part, GMimeDataWrapper *content), (mime_part, content))
FUNCTION(GMimeDataWrapper *, g_mime_part_get_content, (GMimePart *mime_part), (mime_part))
FUNCTION(GMimeDataWrapper *, g_mime_data_wrapper_new_with_stream,
  (GMimeStream *stream, GMimeContentEncoding encoding), (stream, encoding))
FUNCTION(ssize_t, g_mime_data_wrapper_write_to_stream,
  (GMimeDataWrapper *wrapper, GMimeStream *stream), (wrapper, stream))
FUNCTION(GMimeStream *, g_mime_stream_mem_new, (void), ())
FUNCTION(GMimeStream *, g_mime_stream_mem_new_with_buffer, (const char *buffer, size_t len), (buffer, len))
FUNCTION(GByteArray *, g_mime_stream_mem_get_byte_array, (GMimeStreamMem *mem), (mem))
FUNCTION(GMimeParser *, g_mime_parser_new_with_stream, (GMimeStream *stream), (stream))
FUNCTION(GMimeMessage *, g_mime_parser_construct_message,
  (GMimeParser *parser, GMimeParserOptions *options), (parser, options))
FUNCTION(GMimeFormatOptions *, g_mime_format_options_new, (void), ())
FUNCTION(void, g_mime_format_options_free, (GMimeFormatOptions *options), (options))
FUNCTION(void, g_mime_format_options_set_newline_format,
  (GMimeFormatOptions *options, GMimeNewLineFormat newline), (options, newline))
FUNCTION(void, g_mime_format_options_set_param_encoding_method,
  (GMimeFormatOptions *options, GMimeParamEncodingMethod method), (options, method))
