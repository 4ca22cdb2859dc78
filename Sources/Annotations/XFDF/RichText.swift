import Markup
import XMLTree

/// Rich text as in `/RC` (ISO 32000-1, 12.7.3.4): an XHTML body as a string.
enum RichText {
  /// Parses XHTML from another source and rewrites it with the supported elements; nil if it is not well-formed.
  static func read(_ source: String) -> (plain: String?, xhtml: String?, hasStyles: Bool)? {
    var limits = Document.Limits()
    (limits.bytes, limits.depth) = (1 << 20, 64)
    guard let document = try? Document.parse(xml: Array("<text>\(source)</text>".utf8), limits: limits) else {
      return nil
    }
    let element = XFDFElement(document: document, id: document.documentElement, limits: AnnotationLimits())
    if element.child("body") != nil { return (plain(element), xhtml(element), hasStyles(element)) }
    return (plain(element), nil, false)
  }

  /// Rich text of a file as an XHTML element without declaration; nil if it is not well-formed. It is parsed and
  /// rewritten, since the text in a file can be anything.
  static func fragment(_ source: String) -> String? { read(withoutDeclaration(source))?.xhtml.map(withoutDeclaration) }

  private static func withoutDeclaration(_ xhtml: String) -> String {
    guard xhtml.hasPrefix("<?xml"), let end = xhtml.firstRange(of: "?>") else { return xhtml }
    return String(xhtml[end.upperBound...])
  }

  /// The content of `<contents-richtext>` with the required namespaces; nil if it has no element.
  static func xhtml(_ element: XFDFElement) -> String? {
    let document = element.document
    guard let body = element.children.first else { return nil }
    var text = "<?xml version=\"1.0\"?>"
    // The parser limits the depth of the recursion.
    write(document, body.id, isRoot: true, to: &text)
    return text
  }

  private static func write(_ document: Document, _ id: NodeID, isRoot: Bool, to text: inout String) {
    guard document[id].kind == .element else {
      text += XMLText.preserved(String(decoding: document.text(id), as: UTF8.self))
      return
    }
    let name = document.name(id)
    text += "<\(name)"
    if isRoot {
      text += " xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:xfa=\"http://www.xfa.org/schema/xfa-data/1.0/\""
    }
    for attribute in document.attributes(of: id) {
      let name = document.names[attribute.name]
      guard !name.contains(":") || name.hasPrefix("xfa:") || name.hasPrefix("xml:") else { continue }
      let range = Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)
      text += " \(name)=\"\(XMLText.preserved(String(decoding: document.bytes[range], as: UTF8.self)))\""
    }
    var child = document.firstChild(of: id)
    if child.isNone {
      text += "/>"
      return
    }
    text += ">"
    while !child.isNone {
      write(document, child, isRoot: false, to: &text)
      child = document.nextSibling(of: child)
    }
    text += "</\(name)>"
  }

  /// Whether parts of it have their own style.
  static func hasStyles(_ element: XFDFElement) -> Bool {
    let document = element.document
    var stack = element.children.flatMap(\.children).map(\.id)
    while let id = stack.popLast() {
      guard document[id].kind == .element else { continue }
      guard ["p", "div", "span", "br"].contains(document.name(id)), document.attribute(id, "style") == nil else {
        return true
      }
      stack += document.children(of: id)
    }
    return false
  }

  /// The text with one line per paragraph.
  static func plain(_ element: XFDFElement) -> String? {
    var lines: [String] = [""]
    var stack = Array(element.document.children(of: element.id)).reversed() as [NodeID]
    let document = element.document
    while let id = stack.popLast() {
      if document[id].kind == .text {
        lines[lines.count - 1] += String(decoding: document.text(id), as: UTF8.self)
        continue
      }
      let name = document.name(id)
      if (name == "p" || name == "div") && !lines[lines.count - 1].trimmed.isEmpty || name == "br" { lines.append("") }
      stack += Array(document.children(of: id)).reversed()
    }
    let text = lines.map { String($0.trimmed) }.joined(separator: "\n")
    return text.trimmed.isEmpty ? nil : String(text.trimmed)
  }
}
