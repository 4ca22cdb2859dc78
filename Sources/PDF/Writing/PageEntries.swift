extension PageContents {
  /// The page dictionary's entries for its boxes and rotation (ISO 32000-1, 14.11.2).
  var boxEntries: PDFDictionary {
    var entries = PDFDictionary()
    if rotation != 0 { entries["Rotate"] = .integer(rotation) }
    if let mediaBox { entries["MediaBox"] = .rectangle(mediaBox) }
    if let bleedBox { entries["BleedBox"] = .rectangle(bleedBox) }
    if let trimBox { entries["TrimBox"] = .rectangle(trimBox) }
    return entries
  }
}

extension DocumentWriter {
  /// Writes a page's link annotations.
  mutating func addLinks(of entries: PageContents, page: Int, structure: inout StructureTreeWriter?) {
    guard !entries.links.isEmpty else { return }
    var annotations: [PDFObject] = []
    for link in entries.links {
      let number = reserve()
      let key = structure?.add(annotation: number, page: page, element: link.element)
      write(number, link.dictionary(structureParent: key))
      annotations.append(.reference(to: number))
    }
    addEntries(to: page, ["Annots": .array(annotations)])
    if structure != nil { addEntries(to: page, ["Tabs": .name("S")]) }
  }

  /// Writes the name tree of the document's destinations (7.9.6): one node, sorted by bytes.
  /// - Returns: its object number; nil if there are no destinations.
  mutating func writeDestinations(_ destinations: [NamedDestination]) -> Int? {
    let valid = destinations.filter { pages.indices.contains($0.destination.page) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    guard !valid.isEmpty else { return nil }
    let objects = valid.map { (name: PDFObject.string($0.name), place: array(for: $0.destination)) }
    let number = reserve()
    write(number) { buffer in
      buffer.write("<< /Names [")
      for (index, destination) in objects.enumerated() {
        if index > 0 { buffer.write("\n") }
        buffer.write(destination.name)
        buffer.write(" ")
        buffer.write(destination.place)
      }
      buffer.write("] >>")
    }
    return number
  }

  /// An explicit destination (12.3.2.2) on a page of the document.
  func array(for destination: PageDestination) -> PDFObject {
    .array([
      .reference(to: pages[destination.page]), .name("XYZ"), .rounded(destination.x), .rounded(destination.y),
      .integer(0),
    ])
  }
}

extension LinkAnnotation {
  fileprivate func dictionary(structureParent: Int?) -> PDFDictionary {
    var dictionary: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name("Link"), "Rect": .rectangle(rectangle),
      "Border": .array([.integer(0), .integer(0), .integer(0)]), "F": .integer(4),
    ]
    if let structureParent { dictionary["StructParent"] = .integer(structureParent) }
    if !description.isEmpty { dictionary["Contents"] = .text(description) }
    switch target {
    case .name(let name): dictionary["Dest"] = .string(name)
    case .uri(let uri): dictionary["A"] = .dictionary(["S": .name("URI"), "URI": .string(uri)])
    }
    return dictionary
  }
}
