/// A stylesheet's bytes as UTF-8 (css-syntax-3 §3.2).
package enum StylesheetText {
  /// Decodes by the byte order mark, else `@charset`, else `environment`. Invalid bytes are replaced by U+FFFD.
  /// - Parameter environment: the label of the encoding of the document that refers to the sheet.
  @export(interface)
  package static func decode(_ source: [UInt8], environment: String) -> ContiguousArray<UInt8> {
    let text = SourceText(source, charset: nil) { source in
      declared(source) ?? Charset(label: environment)
    }
    return ContiguousArray(text.bytes)
  }

  /// The encoding of `@charset "…";` at the start of the source. As its ASCII is readable, the source is not UTF-16.
  private static func declared(_ source: [UInt8]) -> Charset? {
    let prefix = Array("@charset \"".utf8)
    guard source.starts(with: prefix),
      let end = source.prefix(1024).dropFirst(prefix.count).firstIndex(of: UInt8(ascii: "\"")),
      end + 1 < source.count, source[end + 1] == UInt8(ascii: ";"),
      let charset = Charset(label: String(decoding: source[prefix.count..<end], as: UTF8.self))
    else { return nil }
    if case .utf16 = charset { return .utf8 }
    return charset
  }
}
