extension Document {
  /// Parses HTML.
  /// - Parameters:
  ///   - charset: the label from the transport. A byte order mark has precedence over it; it has precedence over
  ///     `<meta>`.
  @export(interface)
  package static func parse(
    html source: [UInt8], charset: String? = nil, limits: Limits = Limits()
  ) throws(MarkupError) -> Document {
    guard source.count <= limits.bytes else {
      throw MarkupError(
        code: .tooLarge, message: "The document has \(source.count) bytes; the limit is \(limits.bytes).")
    }
    let text = SourceText(source, charset: charset, keepsNUL: true)
    var parser = HTMLParser(text, limits: limits)
    var document = try parser.parse()
    document.diagnostics = text.diagnostics
    document.charset = text.charset.label
    return document
  }

  @export(interface)
  package static func parse(html: String, limits: Limits = Limits()) throws(MarkupError) -> Document {
    try parse(html: Array(html.utf8), charset: "utf-8", limits: limits)
  }
}
