import CPango

/// A font that a document was drawn with.
package struct UsedFont: Hashable, Sendable {
  /// The full name in the font, such as `Carlito Bold`.
  package var name: String
  /// The font file; nil for a font of the document.
  package var path: String?
}

extension Typeface {
  var use: UsedFont { UsedFont(name: fullName ?? family, path: data.path) }

  /// The full name in the font, in its first language (name ID 4).
  private var fullName: String? {
    var length: UInt32 = 200
    var text = [CChar](repeating: 0, count: Int(length))
    guard hb_ot_name_get_utf8(hb_font_get_face(font), hb_ot_name_id_t(4), nil, &length, &text) > 0 else { return nil }
    let bytes = text.prefix(Int(length)).map { UInt8(bitPattern: $0) }
    return String(validating: bytes, as: UTF8.self)
  }
}
