import Markup
import PDF

/// A structure element's language, alternative description and attributes (ISO 32000-1, 14.7.2 and 14.8.5).
extension DocumentStructure {
  /// - Parameter dataRows: for rows that were met already, whether they have a data cell.
  func attributes(of element: Element, _ dataRows: inout [NodeID: Bool]) -> PDFDictionary {
    guard !element.node.isNone else { return PDFDictionary() }
    let hasAttributes = document.hasAttributes(element.node)
    var entries = PDFDictionary()
    if element.type == .header { entries = isRowHeader(element, &dataRows) ? Self.rowHeader : Self.columnHeader }
    if hasAttributes, let language = document.statedLanguage(element.node) { entries["Lang"] = .text(language) }
    switch element.type {
    case .figure, .formula:
      if let alternative = alternative(element.node) { entries["Alt"] = .text(alternative) }
    case .note: entries["ID"] = .text("note-\(element.node.index)")
    case .header, .cell:
      // The text of a cell that is empty on the page, such as one of a chart's data.
      if hasAttributes, let name = names.label, document.firstChild(of: element.node).isNone,
        let text = document.attribute(element.node, name), !text.isEmpty
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

  /// An image's `alt`; an SVG's `aria-label` or `title` element, otherwise its text; a formula's `alttext`,
  /// `aria-label` or source text in TeX. Returns nil if there is none.
  func alternative(_ node: NodeID) -> String? {
    switch document[node].namespace {
    case .svg: return document.attribute(node, "aria-label") ?? title(ofSVG: node)
    case .mathML:
      return document.attribute(node, "alttext") ?? document.attribute(node, "aria-label") ?? source(ofFormula: node)
    case .html, .other:
      return document.attribute(node, .alt) ?? document.attribute(node, "aria-label")
        ?? document.attribute(node, .title)
    }
  }

  private func title(ofSVG node: NodeID) -> String? {
    for child in document.children(of: node) where document.isElement(child, .title) {
      return document.textContent(child)
    }
    let text = textParts(of: node).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// The annotation of a formula in TeX (MathML Core, 6.5).
  private func source(ofFormula node: NodeID) -> String? {
    for child in document.children(of: node) where document.name(child) == "semantics" {
      for part in document.children(of: child) where document.name(part) == "annotation" {
        guard document.attribute(part, "encoding")?.lowercased() == "application/x-tex" else { continue }
        return document.textContent(part)
      }
    }
    return nil
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

  private static let columnHeader: PDFDictionary = [
    "A": .dictionary(["O": .name("Table"), "Scope": .name("Column")])
  ]
  private static let rowHeader: PDFDictionary = ["A": .dictionary(["O": .name("Table"), "Scope": .name("Row")])]

  /// Whether a header cell is the head of a row. Without a `scope` attribute it follows from the cell's position (HTML
  /// 4.9.12).
  private func isRowHeader(_ element: Element, _ dataRows: inout [NodeID: Bool]) -> Bool {
    switch document.attribute(element.node, .scope)?.lowercased() {
    case "row", "rowgroup": return true
    case "col", "colgroup": return false
    default: break
    }
    let row = document[element.node].parent
    if row.isNone || document.isElement(document[row].parent, .thead) { return false }
    if let known = dataRows[row] { return known }
    let hasData = document.children(of: row).contains { document.isElement($0, .td) }
    dataRows[row] = hasData
    return hasData
  }
}
