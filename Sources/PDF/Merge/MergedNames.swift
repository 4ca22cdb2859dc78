// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The named destinations and attachments of a merged file.
struct MergedNames {
  private var destinations: [(name: [UInt8], value: PDFObject)] = []
  private var attachments: [(name: [UInt8], value: PDFObject)] = []
  private var redirected: [[UInt8]: Int] = [:]
  private var usedDestinations = UniqueNames()
  private var usedAttachments = UniqueNames()

  /// Chooses the names of a file's destinations.
  /// - Returns: the new names by the old ones.
  mutating func reserve(_ catalog: PDFDictionary, _ file: PDFFile) throws(PDFError) -> [[UInt8]: [UInt8]] {
    var names: [[UInt8]: [UInt8]] = [:]
    for (name, _) in try Self.destinations(catalog, file) where names[name] == nil {
      names[name] = usedDestinations.add(name, separator: ".")
    }
    return names
  }

  mutating func add(_ catalog: PDFDictionary, _ copier: ObjectCopier) throws(PDFError) {
    var seen: Set<[UInt8]> = []
    for (name, value) in try Self.destinations(catalog, copier.file) where seen.insert(name).inserted {
      let resolved = try copier.file.resolve(value)
      let copy = try copier.destination(resolved.dictionary?["D"] ?? resolved)
      // The page was left out.
      guard let page = copy.array?.first, !page.isNull else { continue }
      destinations.append((copier.renamed[name] ?? name, copy))
    }
    let names = try copier.file.resolve(catalog["Names"]).dictionary
    for (name, value) in try PDFTree.names(names?["EmbeddedFiles"] ?? .null, copier.file) {
      attachments.append((usedAttachments.add(name, separator: "."), try copier.copy(value)))
    }
  }

  /// Lets a destination lead to the page `number`.
  mutating func redirect(_ name: [UInt8], to number: Int) { redirected[name] = number }

  /// The catalog's `/Names`; null if there are none.
  func dictionary(_ output: MergeOutput) -> PDFObject {
    var names = PDFDictionary()
    let destinations = destinations.map { name, value in
      (name: name, value: redirected[name].map { .array([.reference(to: $0), .name("Fit")]) } ?? value)
    }
    for (key, entries) in [("Dests", destinations), ("EmbeddedFiles", attachments)]
      as [(PDFName, [(name: [UInt8], value: PDFObject)])]
    where !entries.isEmpty {
      let sorted = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
      names[key] = output.write(.dictionary(["Names": .array(sorted.flatMap { [.string($0.name), $0.value] })]))
    }
    return names.entries.isEmpty ? .null : .dictionary(names)
  }

  /// The destinations of the name tree, and of the dictionary of PDF 1.1 (12.3.2.3).
  private static func destinations(
    _ catalog: PDFDictionary, _ file: PDFFile
  ) throws(PDFError) -> [(name: [UInt8], value: PDFObject)] {
    let old = (try file.resolve(catalog["Dests"]).dictionary?.entries ?? []).map {
      (name: $0.key.bytes, value: $0.value)
    }
    let names = try file.resolve(catalog["Names"]).dictionary
    return try old + PDFTree.names(names?["Dests"] ?? .null, file)
  }
}
