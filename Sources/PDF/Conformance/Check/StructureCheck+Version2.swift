/// Rules of the structure elements of PDF 2.0 (ISO 14289-2, 8.2.5; ISO/TS 32005).
extension ConformanceCheck {
  mutating func checkVersion2(_ node: Node, container: PDFName) {
    let place = place(node.number)
    switch node.type {
    case "H": log.add(.headingWithoutLevel, place)
    case "FENote":
      let type = attribute("NoteType", of: node)?.name
      if !["Footnote", "Endnote", "None"].contains(type) { log.add(.noteType, place) }
    case "L":
      let hasLabels = node.kids.contains { item in item.kids.contains { $0.type == "Lbl" } }
      let numbering = attribute("ListNumbering", of: node)?.name
      if hasLabels, numbering == nil || numbering == "None" { log.add(.listNumbering, place) }
    default: break
    }
    checkReferences(of: node)
    for (index, kid) in node.kids.enumerated() where kid.type == "Caption" {
      if index > 0, index < node.kids.count - 1 { log.add(.captionPlace, self.place(kid.number)) }
    }
    if Self.isBlock(node.type), Self.inline.contains(container) {
      log.add(.containment, "\(node.type.text) in \(container.text), \(place)")
    }
  }

  private static let inline: Set<PDFName> = ["P", "H1", "H2", "H3", "H4", "H5", "H6", "Lbl", "Span", "Em", "Strong"]

  private static func isBlock(_ type: PDFName) -> Bool {
    ["P", "H1", "H2", "H3", "H4", "H5", "H6", "Sect", "Art", "Part", "BlockQuote"].contains(type)
  }

  /// A note and the elements that cite it refer to each other.
  private mutating func checkReferences(of node: Node) {
    for reference in resolve(node.dictionary["Ref"]).array ?? [] {
      guard let target = dictionary(reference), node.type == "FENote" || resolve(target["S"]) == .name("FENote") else {
        continue
      }
      let isMutual = (resolve(target["Ref"]).array ?? []).contains { $0.reference?.number == node.number }
      if !isMutual { log.add(.noteReference, place(node.number)) }
    }
  }

  private func attribute(_ key: PDFName, of node: Node) -> PDFObject? {
    let attributes = resolve(node.dictionary["A"])
    for object in attributes.array ?? [attributes] {
      if let value = dictionary(object).map({ resolve($0[key]) }), !value.isNull { return value }
    }
    return nil
  }
}
