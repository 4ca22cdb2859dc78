import CGMime
import Foundation

/// A mail as a value, from which GMime makes the message (RFC 5322, RFC 2045).
struct MailMessage {
  struct Attachment {
    var name: String
    var mediaType: String
    var bytes: [UInt8]
  }

  /// It is nil for a draft.
  var from: EmailAddress?
  var fromName: String?
  var replyTo: EmailAddress?
  var to: [EmailAddress]
  var cc: [EmailAddress]
  var subject: String
  var date: Date
  /// The Message-ID without angle brackets.
  var id: String
  var text: String
  var html: String?
  /// The images to which the HTML refers as `cid:` and the name.
  var images: [ComposedMailBody.Image] = []
  var attachments: [Attachment] = []

  /// The message with lines that end in CR LF, of 7-bit characters if no address needs others.
  func encoded() -> [UInt8] {
    MIMELibrary.start()
    let message = MIMEObject(g_mime_message_new(0))
    addHeaders(to: message)
    let root = content()
    g_mime_message_set_mime_part(message.pointer, root.pointer)
    // Mail servers may refuse lines of more than 998 bytes and bytes above 127.
    g_mime_object_encode(message.pointer, GMIME_ENCODING_CONSTRAINT_7BIT)
    let format = g_mime_format_options_new()
    defer { g_mime_format_options_free(format) }
    g_mime_format_options_set_newline_format(format, GMIME_NEWLINE_FORMAT_DOS)
    g_mime_format_options_set_param_encoding_method(format, GMIME_PARAM_ENCODING_METHOD_RFC2231)
    guard let text = g_mime_object_to_string(message.pointer, format) else {
      preconditionFailure("GMime has no memory for a message")
    }
    defer { g_free(text) }
    return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The size of the encoded message without its texts and images: base64 in lines of 76 characters.
  static func encodedSize(ofAttachment bytes: Int) -> Int { (bytes + 56) / 57 * 78 }

  private func addHeaders(to message: MIMEObject) {
    if let from {
      g_mime_message_add_mailbox(message.pointer, GMIME_ADDRESS_TYPE_FROM, fromName, from.text)
    } else {
      g_mime_object_set_header(message.pointer, "X-Unsent", "1", nil)
    }
    if let replyTo { g_mime_message_add_mailbox(message.pointer, GMIME_ADDRESS_TYPE_REPLY_TO, nil, replyTo.text) }
    for address in to { g_mime_message_add_mailbox(message.pointer, GMIME_ADDRESS_TYPE_TO, nil, address.text) }
    for address in cc { g_mime_message_add_mailbox(message.pointer, GMIME_ADDRESS_TYPE_CC, nil, address.text) }
    g_mime_message_set_subject(message.pointer, subject, "utf-8")
    let time = g_date_time_new_from_unix_utc(gint64(date.timeIntervalSince1970))
    g_mime_message_set_date(message.pointer, time)
    g_date_time_unref(time)
    g_mime_message_set_message_id(message.pointer, id)
    // No automatic answers (RFC 3834 §5).
    if from != nil { g_mime_object_set_header(message.pointer, "Auto-Submitted", "auto-generated", nil) }
  }

  private func content() -> MIMEObject {
    let readable = readableContent()
    guard !attachments.isEmpty else { return readable }
    let files = attachments.map { attachment in
      // Messages and multiparts must not be in base64 (RFC 2046 §5.2.1), but a file is attached with the bytes it has.
      let isComposite = ["message/", "multipart/"].contains { attachment.mediaType.lowercased().hasPrefix($0) }
      let file = part(isComposite ? "application/octet-stream" : attachment.mediaType, attachment.bytes)
      g_mime_object_set_disposition(file.pointer, "attachment")
      g_mime_part_set_filename(file.pointer, attachment.name)
      g_mime_part_set_content_encoding(file.pointer, GMIME_CONTENT_ENCODING_BASE64)
      return file
    }
    return multipart("mixed", [readable] + files)
  }

  private func readableContent() -> MIMEObject {
    let plain = textPart("text/plain", text)
    guard let html else { return plain }
    var reference = html
    for image in images {
      reference = reference.replacingContentID(image.name, with: contentID(image))
    }
    let page = textPart("text/html", reference)
    if images.isEmpty { return multipart("alternative", [plain, page]) }
    let parts = images.map { image in
      let part = part(image.mediaType, image.bytes)
      g_mime_object_set_disposition(part.pointer, "inline")
      let type = image.mediaType.split(separator: "/").last ?? "bin"
      g_mime_part_set_filename(part.pointer, "\(image.name).\(type)")
      g_mime_part_set_content_id(part.pointer, contentID(image))
      g_mime_part_set_content_encoding(part.pointer, GMIME_CONTENT_ENCODING_BASE64)
      return part
    }
    let related = multipart("related", [page] + parts)
    g_mime_object_set_content_type_parameter(related.pointer, "type", "text/html")
    return multipart("alternative", [plain, related])
  }

  private func contentID(_ image: ComposedMailBody.Image) -> String { image.name + "." + id }

  /// The boundary contains `=_`, which occurs neither in quoted-printable nor in base64.
  private func multipart(_ subtype: String, _ parts: [MIMEObject]) -> MIMEObject {
    let multipart = MIMEObject(g_mime_multipart_new_with_subtype(subtype))
    let name = id.prefix { $0 != "@" }
    g_mime_multipart_set_boundary(multipart.pointer, "=_\(subtype)-\(name)")
    for part in parts { g_mime_multipart_add(multipart.pointer, part.pointer) }
    return multipart
  }

  private func textPart(_ mediaType: String, _ text: String) -> MIMEObject {
    let part = part(mediaType, Array(text.replacing("\r\n", with: "\n").utf8))
    g_mime_object_set_content_type_parameter(part.pointer, "charset", "utf-8")
    return part
  }

  private func part(_ mediaType: String, _ bytes: [UInt8]) -> MIMEObject {
    let type = mediaType.split(separator: ";", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    let words = (type.first ?? "").split(separator: "/").map(String.init)
    let isKnown =
      words.count == 2
      && words.allSatisfy {
        $0.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || "-+.".utf8.contains($0) }
      }
    let part = MIMEObject(
      g_mime_part_new_with_type(isKnown ? words[0] : "application", isKnown ? words[1] : "octet-stream"))
    if isKnown, type.count == 2, type[1].lowercased() == "charset=utf-8" {
      g_mime_object_set_content_type_parameter(part.pointer, "charset", "utf-8")
    }
    let stream = MIMEObject(
      bytes.withUnsafeBytes {
        g_mime_stream_mem_new_with_buffer($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      })
    let content = MIMEObject(g_mime_data_wrapper_new_with_stream(stream.pointer, GMIME_CONTENT_ENCODING_DEFAULT))
    g_mime_part_set_content(part.pointer, content.pointer)
    return part
  }
}

/// A reference to an object of GMime. Its parents hold references of their own.
final class MIMEObject {
  /// The object as an instance of any of its classes.
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer?) {
    guard let pointer else { preconditionFailure("GMime has no memory for an object") }
    self.pointer = pointer
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// The process-wide state of GMime.
enum MIMELibrary {
  private static let initialization: Void = g_mime_init()

  /// Initializes GMime once.
  static func start() { initialization }
}
