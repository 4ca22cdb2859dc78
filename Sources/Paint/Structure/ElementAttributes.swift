import Markup
import PDF

/// A structure element's language, alternative description and attributes (ISO 32000-1, 14.7.2 and 14.8.5).
extension DocumentStructure {
  func attributes(of element: Element) -> PDFDictionary {
    var entries = PDFDictionary()
    guard !element.node.isNone else { return entries }
    if let language = document.statedLanguage(element.node) { entries["Lang"] = .text(language) }
    switch element.type {
    case .figure:
      if let alternative = alternative(element.node) { entries["Alt"] = .text(alternative) }
    case .note: entries["ID"] = .text("note-\(element.node.index)")
    case .header, .cell:
      entries["A"] = tableAttributes(element)
      // The text of a cell that is empty on the page, such as one of a chart's data.
      if let text = document.attribute(element.node, "aria-label"), !text.isEmpty,
        document[element.node].firstChild.isNone
      {
        entries["ActualText"] = .text(text)
      }
    case .list where document[element.node].name != .dl:
      let isOrdered = document[element.node].name == .ol
      let numbering = isOrdered ? numbering(element.node) : "Disc"
      entries["A"] = .dictionary(["O": .name("List"), "ListNumbering": .name(numbering)])
    default: break
    }
    return entries
  }

  /// An image's `alt`; an SVG's `aria-label` or `title` element, otherwise its text.
  func alternative(_ node: NodeID) -> String? {
    if let text = document.attribute(node, .alt) ?? document.attribute(node, "aria-label") { return text }
    guard document[node].namespace == .svg else { return document.attribute(node, .title) }
    for child in document.children(of: node) where document.isElement(child, .title) {
      return document.textContent(child)
    }
    let text = textParts(of: node).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// The texts of `text` elements of an SVG, at most 1000 characters of each.
  private func textParts(of node: NodeID) -> [String] {
    document.children(of: node).flatMap { child in
      guard document[child].kind == .element, document.name(child) == "text" else { return textParts(of: child) }
      let words = document.textContent(child).prefix(1000).split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? [] : [words.joined(separator: " ")]
    }
  }

  private func numbering(_ node: NodeID) -> PDFName {
    switch document.attribute(node, .type) {
    case "a": "LowerAlpha"
    case "A": "UpperAlpha"
    case "i": "LowerRoman"
    case "I": "UpperRoman"
    default: "Decimal"
    }
  }

  /// Null if all attributes have their default values.
  private func tableAttributes(_ element: Element) -> PDFObject {
    var attributes: PDFDictionary = ["O": .name("Table")]
    for (name, key) in [(.rowspan, "RowSpan"), (.colspan, "ColSpan")] as [(Atom, PDFName)] {
      guard let number = document.attribute(element.node, name).flatMap({ Int($0) }), 2...1000 ~= number else {
        continue
      }
      attributes[key] = .integer(number)
    }
    if element.type == .header { attributes["Scope"] = .name(scope(element)) }
    return attributes.entries.count > 1 ? .dictionary(attributes) : .null
  }

  /// The scope of a header cell. Without a `scope` attribute it follows from the cell's position (HTML 4.9.12).
  private func scope(_ element: Element) -> PDFName {
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
