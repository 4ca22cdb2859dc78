// Section numbers are those of ISO 32000-1 unless another standard is named.

extension DocumentWriter {
  /// The document catalog (ISO 32000-1, 7.7.2). Writes the objects to which it refers.
  /// - Parameter structure: the object number of the structure tree's root.
  mutating func catalog(
    of contents: DocumentContents, structure: Int?, _ destinations: Destinations
  ) -> PDFDictionary {
    var catalog: PDFDictionary = ["Type": .name("Catalog"), "Pages": .reference(to: pageTree)]
    if let structure {
      catalog["StructTreeRoot"] = .reference(to: structure)
      catalog["MarkInfo"] = .dictionary(["Marked": .boolean(true)])
    }
    var names = PDFDictionary()
    if let tree = destinations.write(to: &self) { names["Dests"] = .reference(to: tree) }
    addAttachments(contents.attachments, to: &catalog, names: &names)
    if !names.entries.isEmpty { catalog["Names"] = .dictionary(names) }
    if let outline = OutlineTree(contents.outline, to: &self).write(to: &self, destinations) {
      catalog["Outlines"] = .reference(to: outline)
      catalog["PageMode"] = .name("UseOutlines")
    }
    catalog["PageLabels"] = Self.pageLabels(contents.pages)
    let metadata = contents.metadata
    if !metadata.language.isEmpty { catalog["Lang"] = .text(metadata.language) }
    // Readers then show the title instead of the file's name.
    if !metadata.title.isEmpty { catalog["ViewerPreferences"] = .dictionary(["DisplayDocTitle": .boolean(true)]) }
    if let conformance { addConformance(conformance, of: contents, to: &catalog) }
    return catalog
  }

  /// The number tree of page labels (12.4.2); null if no page has one.
  private static func pageLabels(_ pages: [PageContents]) -> PDFObject {
    guard pages.contains(where: { $0.label != nil }) else { return .null }
    var numbers: [PDFObject] = []
    for (index, page) in pages.enumerated() {
      let label: PDFDictionary =
        if let text = page.label { ["P": .text(text)] } else { ["S": .name("D"), "St": .integer(index + 1)] }
      numbers += [.integer(index), .dictionary(label)]
    }
    return .dictionary(["Nums": .array(numbers)])
  }
}
