// Section numbers are those of ISO 32000-1 unless another standard is named.

extension PageContents {
  /// The page dictionary's entries for its boxes and rotation (ISO 32000-1, 14.11.2).
  var boxEntries: PDFDictionary {
    var entries = PDFDictionary()
    if rotation != 0 { entries["Rotate"] = .integer(rotation) }
    if let bleedBox { entries["BleedBox"] = .rectangle(bleedBox) }
    if let trimBox { entries["TrimBox"] = .rectangle(trimBox) }
    return entries
  }
}

/// A link annotation whose object is written after the structure elements to which it leads have numbers.
struct PendingLink {
  var number: Int
  var link: LinkAnnotation
  /// The key of the annotation in the structure's parent tree.
  var structureParent: Int?
}

extension DocumentWriter {
  /// Adds the link annotations of all pages to the pages and to the structure.
  mutating func addLinks(of pages: [PageContents], structure: inout StructureTreeWriter?) -> [PendingLink] {
    var pending: [PendingLink] = []
    for (page, entries) in pages.enumerated() where !entries.links.isEmpty {
      var annotations: [PDFObject] = []
      for link in entries.links {
        let number = reserve()
        let key = structure?.add(annotation: number, page: page, element: link.element)
        pending.append(PendingLink(number: number, link: link, structureParent: key))
        annotations.append(.reference(to: number))
      }
      addEntries(to: page, ["Annots": .array(annotations)])
      if structure != nil { addEntries(to: page, ["Tabs": .name("S")]) }
    }
    return pending
  }

  /// Writes a link annotation (12.5.6.5).
  mutating func write(_ pending: PendingLink, _ destinations: Destinations) {
    let link = pending.link
    var dictionary: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name("Link"), "Rect": .rectangle(link.rectangle),
      "Border": .array([.integer(0), .integer(0), .integer(0)]), "F": .integer(4),
    ]
    if let key = pending.structureParent { dictionary["StructParent"] = .integer(key) }
    if !link.description.isEmpty { dictionary["Contents"] = .text(link.description) }
    switch link.target {
    case .name(let name): destinations.add(name, to: &dictionary)
    case .place(let destination): destinations.add(destination, to: &dictionary)
    case .uri(let uri): dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(uri)])
    }
    write(pending.number, dictionary)
  }
}
