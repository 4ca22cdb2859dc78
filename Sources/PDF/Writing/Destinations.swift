// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The destinations of links and of the outline (ISO 32000-1, 12.3.2).
///
/// PDF/UA-2 asks for structure destinations (ISO 32000-2, 12.3.2.3; ISO 14289-2, 8.8). They are written beside explicit
/// ones, which programs for earlier versions of PDF follow.
struct Destinations {
  private let destinations: [NamedDestination]
  private let places: [[UInt8]: PageDestination]
  private let pages: [Int]
  /// It is nil if there are no structure destinations.
  private let structure: StructureTreeWriter?

  /// - Parameters:
  ///   - pages: the pages' object numbers. Destinations on other pages are left out.
  ///   - structure: the structure, which was written.
  init(_ destinations: [NamedDestination], pages: [Int], _ structure: StructureTreeWriter?) {
    self.destinations = destinations.filter { pages.indices.contains($0.destination.page) }
      .sorted { $0.name.lexicographicallyPrecedes($1.name) }
    self.pages = pages
    self.structure = structure?.isVersion2 ?? false ? structure : nil
    places =
      self.structure == nil
      ? [:] : Dictionary(self.destinations.map { ($0.name, $0.destination) }, uniquingKeysWith: { first, _ in first })
  }

  /// Writes the name tree of the named destinations (7.9.6): one node, sorted by bytes.
  /// - Returns: its object number; nil if there are no destinations.
  func write(to writer: inout DocumentWriter) -> Int? {
    guard !destinations.isEmpty else { return nil }
    let number = writer.reserve()
    writer.write(number) { buffer in
      buffer.write("<< /Names [")
      for (index, destination) in destinations.enumerated() {
        if index > 0 { buffer.write("\n") }
        buffer.write(.string(destination.name))
        buffer.write(" ")
        buffer.write(value(of: destination.destination))
      }
      buffer.write("] >>")
    }
    return number
  }

  /// Adds the entries that lead to a point to a link annotation or an outline item.
  func add(_ destination: PageDestination, to dictionary: inout PDFDictionary) {
    guard let structure = structureArray(for: destination) else {
      dictionary["Dest"] = array(for: destination)
      return
    }
    dictionary["A"] = .dictionary(["S": .name("GoTo"), "D": array(for: destination), "SD": structure])
  }

  /// Adds the entries that lead to a named destination.
  func add(_ name: [UInt8], to dictionary: inout PDFDictionary) {
    guard let structure = places[name].flatMap(structureArray) else {
      dictionary["Dest"] = .string(name)
      return
    }
    dictionary["A"] = .dictionary(["S": .name("GoTo"), "D": .string(name), "SD": structure])
  }

  private func value(of destination: PageDestination) -> PDFObject {
    guard let structure = structureArray(for: destination) else { return array(for: destination) }
    return .dictionary(["D": array(for: destination), "SD": structure])
  }

  /// An explicit destination (12.3.2.2) on a page of the document.
  private func array(for destination: PageDestination) -> PDFObject {
    array(.reference(to: pages[destination.page]), destination)
  }

  private func structureArray(for destination: PageDestination) -> PDFObject? {
    structure.map { array($0.target(destination.element), destination) }
  }

  private func array(_ target: PDFObject, _ destination: PageDestination) -> PDFObject {
    .array([target, .name("XYZ"), .rounded(destination.x), .rounded(destination.y), .integer(0)])
  }
}
