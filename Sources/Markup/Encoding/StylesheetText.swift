/// A stylesheet's bytes as UTF-8 (css-syntax-3 §3.2).
package enum StylesheetText {
  /// Decodes by, in order: byte order mark, `@charset`, `environment`. What is no text in that charset becomes U+FFFD.
  /// - Parameter environment: the label of the charset of what refers to the sheet.
  package static func decode(_ source: [UInt8], environment: String) -> ContiguousArray<UInt8> {
    let text = SourceText(source, charset: nil) { source in
      declared(source) ?? Charset(label: environment)
    }
    return ContiguousArray(text.bytes)
  }

  /// `@charset "…";` as the very first bytes. Whoever can be read so far is not UTF-16.
  private static func declared(_ source: [UInt8]) -> Charset? {
    let prefix = Array("@charset \"".utf8)
    guard source.starts(with: prefix), let end = source.prefix(1024).dropFirst(prefix.count).firstIndex(of: UInt8(ascii: "\"")),
      end + 1 < source.count, source[end + 1] == UInt8(ascii: ";"),
      let charset = Charset(label: String(decoding: source[prefix.count..<end], as: UTF8.self))
    else { return nil }
    if case .utf16 = charset { return .utf8 }
    return charset
  }
}
