#pragma once

#include <glib-object.h>
#include <sys/types.h>

// The functions of GMime that Pressrun calls, as its header <gmime/gmime.h> declares them since version 3.0
// (https://github.com/jstedfast/gmime). Only pkg-config knows the folder of that header, and SwiftPM links
// every library that pkg-config names.

typedef struct _GMimeContentType GMimeContentType;
typedef struct _GMimeDataWrapper GMimeDataWrapper;
typedef struct _GMimeFormatOptions GMimeFormatOptions;
typedef struct _GMimeMessage GMimeMessage;
typedef struct _GMimeMultipart GMimeMultipart;
typedef struct _GMimeObject GMimeObject;
typedef struct _GMimeParser GMimeParser;
typedef struct _GMimeParserOptions GMimeParserOptions;
typedef struct _GMimePart GMimePart;
typedef struct _GMimeStream GMimeStream;
typedef struct _GMimeStreamMem GMimeStreamMem;

typedef enum {
  GMIME_ADDRESS_TYPE_SENDER,
  GMIME_ADDRESS_TYPE_FROM,
  GMIME_ADDRESS_TYPE_REPLY_TO,
  GMIME_ADDRESS_TYPE_TO,
  GMIME_ADDRESS_TYPE_CC,
  GMIME_ADDRESS_TYPE_BCC
} GMimeAddressType;

typedef enum {
  GMIME_CONTENT_ENCODING_DEFAULT,
  GMIME_CONTENT_ENCODING_7BIT,
  GMIME_CONTENT_ENCODING_8BIT,
  GMIME_CONTENT_ENCODING_BINARY,
  GMIME_CONTENT_ENCODING_BASE64,
  GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE,
  GMIME_CONTENT_ENCODING_UUENCODE
} GMimeContentEncoding;

typedef enum {
  GMIME_ENCODING_CONSTRAINT_7BIT,
  GMIME_ENCODING_CONSTRAINT_8BIT,
  GMIME_ENCODING_CONSTRAINT_BINARY
} GMimeEncodingConstraint;

typedef enum { GMIME_NEWLINE_FORMAT_UNIX, GMIME_NEWLINE_FORMAT_DOS } GMimeNewLineFormat;

typedef enum {
  GMIME_PARAM_ENCODING_METHOD_DEFAULT,
  GMIME_PARAM_ENCODING_METHOD_RFC2231,
  GMIME_PARAM_ENCODING_METHOD_RFC2047
} GMimeParamEncodingMethod;

void g_mime_init(void);

GMimeMessage *g_mime_message_new(gboolean pretty_headers);
void g_mime_message_add_mailbox(GMimeMessage *message, GMimeAddressType type, const char *name, const char *addr);
void g_mime_message_set_subject(GMimeMessage *message, const char *subject, const char *charset);
void g_mime_message_set_date(GMimeMessage *message, GDateTime *date);
void g_mime_message_set_message_id(GMimeMessage *message, const char *message_id);
void g_mime_message_set_mime_part(GMimeMessage *message, GMimeObject *mime_part);
GMimeObject *g_mime_message_get_mime_part(GMimeMessage *message);

void g_mime_object_set_header(GMimeObject *object, const char *header, const char *value, const char *charset);
void g_mime_object_set_disposition(GMimeObject *object, const char *disposition);
void g_mime_object_set_content_type_parameter(GMimeObject *object, const char *name, const char *value);
GMimeContentType *g_mime_object_get_content_type(GMimeObject *object);
const char *g_mime_object_get_content_id(GMimeObject *object);
void g_mime_object_encode(GMimeObject *object, GMimeEncodingConstraint constraint);
char *g_mime_object_to_string(GMimeObject *object, GMimeFormatOptions *options);
char *g_mime_content_type_get_mime_type(GMimeContentType *content_type);

GType g_mime_multipart_get_type(void);
GMimeMultipart *g_mime_multipart_new_with_subtype(const char *subtype);
void g_mime_multipart_set_boundary(GMimeMultipart *multipart, const char *boundary);
void g_mime_multipart_add(GMimeMultipart *multipart, GMimeObject *part);
int g_mime_multipart_get_count(GMimeMultipart *multipart);
GMimeObject *g_mime_multipart_get_part(GMimeMultipart *multipart, int index);

GType g_mime_part_get_type(void);
GMimePart *g_mime_part_new_with_type(const char *type, const char *subtype);
void g_mime_part_set_filename(GMimePart *mime_part, const char *filename);
void g_mime_part_set_content_id(GMimePart *mime_part, const char *content_id);
void g_mime_part_set_content_encoding(GMimePart *mime_part, GMimeContentEncoding encoding);
void g_mime_part_set_content(GMimePart *mime_part, GMimeDataWrapper *content);
GMimeDataWrapper *g_mime_part_get_content(GMimePart *mime_part);

GMimeDataWrapper *g_mime_data_wrapper_new_with_stream(GMimeStream *stream, GMimeContentEncoding encoding);
ssize_t g_mime_data_wrapper_write_to_stream(GMimeDataWrapper *wrapper, GMimeStream *stream);
GMimeStream *g_mime_stream_mem_new(void);
GMimeStream *g_mime_stream_mem_new_with_buffer(const char *buffer, size_t len);
GByteArray *g_mime_stream_mem_get_byte_array(GMimeStreamMem *mem);

GMimeParser *g_mime_parser_new_with_stream(GMimeStream *stream);
GMimeMessage *g_mime_parser_construct_message(GMimeParser *parser, GMimeParserOptions *options);

GMimeFormatOptions *g_mime_format_options_new(void);
void g_mime_format_options_free(GMimeFormatOptions *options);
void g_mime_format_options_set_newline_format(GMimeFormatOptions *options, GMimeNewLineFormat newline);
void g_mime_format_options_set_param_encoding_method(GMimeFormatOptions *options, GMimeParamEncodingMethod method);

// Whether an object is an instance of a class: GMIME_IS_MULTIPART and GMIME_IS_PART.

static inline gboolean pressrun_g_mime_is_multipart(GMimeObject *object) {
  return g_type_check_instance_is_a((GTypeInstance *)object, g_mime_multipart_get_type());
}

static inline gboolean pressrun_g_mime_is_part(GMimeObject *object) {
  return g_type_check_instance_is_a((GTypeInstance *)object, g_mime_part_get_type());
}
