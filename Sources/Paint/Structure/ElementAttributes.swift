import Markup

/// The entries of a structure element besides its place (ISO 32000-1 §14.7.2, §14.8.5).
extension DocumentStructure {
  func attributes(of element: Element) -> String {
    guard !element.node.isNone else { return "" }
    var entries = ""
    let language = document.attribute(element.node, .xmlLang) ?? document.attribute(element.node, .lang)
    if let language, !language.isEmpty { entries += " /Lang \(PDFSyntax.text(language))" }
    switch element.role {
    case .figure:
      if let alternative = alternative(element.node) { entries += " /Alt \(PDFSyntax.text(alternative))" }
    case .header, .cell: entries += tableAttributes(element)
    case .list where document[element.node].name != .dl:
      let isOrdered = document[element.node].name == .ol
      entries += " /A << /O /List /ListNumbering /\(isOrdered ? numbering(element.node) : "Disc") >>"
    default: break
    }
    return entries
  }

  /// An image's `alt`; an SVG's label or its own title.
  private func alternative(_ node: NodeID) -> String? {
    if let text = document.attribute(node, .alt) ?? document.attribute(node, "aria-label") { return text }
    guard document[node].namespace == .svg else { return document.attribute(node, .title) }
    for child in document.children(of: node) where document.isElement(child, .title) {
      return document.textContent(child)
    }
    return nil
  }

  private func numbering(_ node: NodeID) -> String {
    switch document.attribute(node, .type) {
    case "a": "LowerAlpha"
    case "A": "UpperAlpha"
    case "i": "LowerRoman"
    case "I": "UpperRoman"
    default: "Decimal"
    }
  }

  private func tableAttributes(_ element: Element) -> String {
    var entries = ""
    func span(_ name: Atom, _ key: String) {
      guard let number = document.attribute(element.node, name).flatMap({ Int($0) }), 2...1000 ~= number else { return }
      entries += " /\(key) \(number)"
    }
    span(.rowspan, "RowSpan")
    span(.colspan, "ColSpan")
    if element.role == .header { entries += " /Scope /\(scope(element))" }
    return entries.isEmpty ? "" : " /A << /O /Table\(entries) >>"
  }

  /// HTML 4.9.12: what a header cell without `scope` is for is told by where it stands.
  private func scope(_ element: Element) -> String {
    switch document.attribute(element.node, .scope)?.lowercased() {
    case "row", "rowgroup": return "Row"
    case "col", "colgroup": return "Column"
    default: break
    }
    let row = document[element.node].parent
    if row.isNone || document.isElement(document[row].parent, .thead) { return "Column" }
    return document.children(of: row).contains { document.isElement($0, .td) } ? "Row" : "Column"
  }
}
