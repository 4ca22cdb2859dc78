import CGMime

/// The reading of stored bodies of mails.
extension MailDocument {
  /// The body that `message` was made of.
  /// - Throws: `SendError` `mail_body_damaged` if it is not such a message.
  static func body(of message: [UInt8]) throws(SendError) -> ComposedMailBody {
    MIMELibrary.start()
    var parts = StoredMailParts()
    message.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      let stream = MIMEObject(
        g_mime_stream_mem_new_with_buffer(start.assumingMemoryBound(to: CChar.self), bytes.count))
      let parser = MIMEObject(g_mime_parser_new_with_stream(stream.pointer))
      guard let parsed = g_mime_parser_construct_message(parser.pointer, nil) else { return }
      let message = MIMEObject(parsed)
      if let root = g_mime_message_get_mime_part(message.pointer) { parts.read(root, depth: 0) }
    }
    guard var html = parts.html, let text = parts.text else {
      throw SendError(
        code: "mail_body_damaged",
        message: "the stored body of the mail has no HTML with a text alternative; retry the job that made it",
        retry: .never)
    }
    var images: [ComposedMailBody.Image] = []
    for image in parts.images {
      let name = String(image.id.prefix { $0 != "." })
      html = html.replacingContentID(image.id, with: name)
      images.append(.init(name: name, mediaType: image.mediaType, bytes: image.bytes))
    }
    return ComposedMailBody(html: html, text: text, images: images)
  }
}

extension String {
  /// HTML whose elements and styles refer to an image by another Content-ID (RFC 2392).
  func replacingContentID(_ id: String, with new: String) -> String {
    replacing("\"cid:\(id)\"", with: "\"cid:\(new)\"").replacing("url(cid:\(id))", with: "url(cid:\(new))")
  }
}

/// The parts of a message that was made of a body.
private struct StoredMailParts {
  var html: String?
  var text: String?
  var images: [(id: String, mediaType: String, bytes: [UInt8])] = []

  /// `alternative` and `related` within a message.
  private static let depthLimit = 4

  /// - Parameter object: a `GMimeObject *`.
  mutating func read(_ object: OpaquePointer, depth: Int) {
    guard depth < Self.depthLimit, let type = g_mime_object_get_content_type(object) else { return }
    if pressrun_g_mime_is_multipart(object) != 0 {
      for index in 0..<g_mime_multipart_get_count(object) {
        if let part = g_mime_multipart_get_part(object, index) { read(part, depth: depth + 1) }
      }
      return
    }
    guard pressrun_g_mime_is_part(object) != 0, let text = g_mime_content_type_get_mime_type(type) else { return }
    let mediaType = String(cString: text)
    g_free(text)
    let bytes = Self.content(of: object)
    switch mediaType {
    case "text/html": html = Self.text(bytes)
    case "text/plain": self.text = Self.text(bytes)
    default:
      guard let id = g_mime_object_get_content_id(object) else { return }
      images.append((String(cString: id), mediaType, bytes))
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// The decoded bytes of a part, a `GMimePart *`.
  private static func content(of part: OpaquePointer) -> [UInt8] {
    guard let wrapper = g_mime_part_get_content(part) else { return [] }
    let stream = MIMEObject(g_mime_stream_mem_new())
    g_mime_data_wrapper_write_to_stream(wrapper, stream.pointer)
    guard let array = g_mime_stream_mem_get_byte_array(stream.pointer), let data = array.pointee.data else {
      return []
    }
    return Array(UnsafeBufferPointer(start: data, count: Int(array.pointee.len)))
  }
}
