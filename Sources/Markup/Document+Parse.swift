extension Document {
  /// Parses HTML.
  /// - Parameters:
  ///   - charset: what a transport said of the encoding; a byte order mark overrides it, it overrides `<meta>`.
  package static func parse(
    html source: [UInt8], charset: String? = nil, limits: Limits = Limits()
  ) throws(MarkupError) -> Document {
    guard source.count <= limits.bytes else {
      throw MarkupError(
        code: .tooLarge, message: "The document has \(source.count) bytes; the limit is \(limits.bytes)")
    }
    let text = SourceText(source, charset: charset)
    var parser = HTMLParser(text.bytes, limits: limits)
    var document = try parser.parse()
    document.diagnostics = text.diagnostics
    document.charset = text.charset.label
    return document
  }

  package static func parse(html: String, limits: Limits = Limits()) throws(MarkupError) -> Document {
    try parse(html: Array(html.utf8), charset: "utf-8", limits: limits)
  }
}
