/// A name object (ISO 32000-1, 7.3.5).
///
/// Its bytes, with `#xx` decoded, are stored as the first 256 Unicode scalars. So any byte string is a name, names are
/// equal exactly if their bytes are, and short names need no allocation.
package struct PDFName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes as Unicode scalars U+0000 to U+00FF, without the slash.
  package let text: String

  /// A name in the source code, which must be ASCII.
  package init(stringLiteral text: String) { self.text = text }

  /// The ASCII bytes in `range`.
  init(ascii bytes: PDFBytes, _ range: Range<Int>) {
    text = bytes.withBytes(range) { String(decoding: $0, as: UTF8.self) }
  }

  init(_ bytes: [UInt8]) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      text = String(decoding: bytes, as: UTF8.self)
    } else {
      var scalars = String.UnicodeScalarView()
      for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
      text = String(scalars)
    }
  }

  /// A name of ASCII text; other characters become question marks.
  package init(ascii text: String) {
    self.init(text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0x3F })
  }

  /// The bytes of the name, without the slash and with `#xx` decoded.
  package var bytes: [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
  package var description: String { "/" + text }
}
