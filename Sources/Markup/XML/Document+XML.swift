import Diagnostics

extension Document {
  /// Parses XML, such as XHTML.
  /// - Throws: `MarkupError` with the line if the source is not well-formed.
  @export(interface)
  package static func parse(xml source: [UInt8], limits: Limits = Limits()) throws(MarkupError) -> Document {
    guard source.count <= limits.bytes else {
      throw MarkupError(
        code: .tooLarge, message: "The document has \(source.count) bytes; the limit is \(limits.bytes).")
    }
    let reader = XMLReader(limits: limits)
    try reader.read(source)
    var document = DocumentBuilder.flatten(
      nodes: reader.nodes, links: reader.links, attributes: reader.attributes, bytes: reader.bytes,
      names: reader.names, quirks: .none)
    document.hasHiddenContent = reader.hasHiddenContent
    return document
  }

  /// Parses XHTML that starts with an XML declaration as XML, and everything else as HTML.
  ///
  /// XHTML that is not well-formed is parsed as HTML, with a warning.
  @export(interface)
  package static func parse(
    markup source: [UInt8], charset: String? = nil, limits: Limits = Limits()
  ) throws(MarkupError) -> Document {
    guard source.starts(with: Array("<?xml".utf8)) || source.starts(with: [0xEF, 0xBB, 0xBF] + Array("<?xml".utf8))
    else {
      return try parse(html: source, charset: charset, limits: limits)
    }
    do {
      let document = try parse(xml: source, limits: limits)
      let root = document.documentElement
      if !root.isNone, document[root].namespace == .html { return document }
      return try parse(html: source, charset: charset, limits: limits)
    } catch {
      guard error.code == .malformed else { throw error }
      var document = try parse(html: source, charset: charset, limits: limits)
      document.diagnostics.append(
        Diagnostic(
          "not_well_formed", error.message + "; read as HTML", at: SourceLocation(line: error.line ?? 0)))
      return document
    }
  }
}
