extension AppendWriter {
  /// Adds the content of a page of another file as a form XObject (ISO 32000-1, 8.10), with all that it needs.
  /// - Throws: `pageTree` if the page has no content.
  package mutating func add(form page: PDFPage, of source: PDFFile) throws(PDFError) -> PDFReference {
    guard let reference = page.reference, let dictionary = try source.object(reference).dictionary,
      let content = try Self.content(of: dictionary, in: source)
    else { throw PDFError(code: .pageTree, message: "The page that is to be drawn has no content.") }
    var entries: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .rectangle(page.cropBox),
      "Filter": content.dictionary["Filter"], "DecodeParms": content.dictionary["DecodeParms"],
    ]
    var copy = ObjectCopy(source)
    entries["Resources"] = try copy.copy(source.resolve(dictionary["Resources"]), to: &self)
    entries["Group"] = try copy.copy(source.resolve(dictionary["Group"]), to: &self)
    try copy.finish(to: &self)
    return try add(.stream(PDFStream(dictionary: entries, data: content.encoded)))
  }

  /// The content of a page as one stream.
  private static func content(of page: PDFDictionary, in source: PDFFile) throws(PDFError) -> PDFStream? {
    switch try source.resolve(page["Contents"]) {
    case .stream(let single): return single
    case .array(let parts): return PDFStream(dictionary: [:], data: try source.joined(parts))
    default: return nil
    }
  }
}

/// Copies objects of a file into an update of another one.
private struct ObjectCopy {
  private let source: PDFFile
  /// The new references by the old ones.
  private var references: [PDFReference: PDFReference] = [:]
  private var waiting: [PDFReference] = []

  init(_ source: PDFFile) { self.source = source }

  /// The copy of an object. Recursion is as deep as the object, which the parser's limit on nesting bounds.
  mutating func copy(_ object: PDFObject, to writer: inout AppendWriter) throws(PDFError) -> PDFObject {
    switch object {
    case .reference(let old):
      if let known = references[old] { return .reference(known) }
      let new = try writer.add(.null)
      references[old] = new
      waiting.append(old)
      return .reference(new)
    case .array(let items):
      var copies: [PDFObject] = []
      for item in items { copies.append(try copy(item, to: &writer)) }
      return .array(copies)
    case .dictionary(let dictionary): return .dictionary(try entries(dictionary, to: &writer))
    case .stream(let stream):
      var dictionary = stream.dictionary
      // It may be another object; the copy has its own.
      dictionary["Length"] = .null
      return .stream(PDFStream(dictionary: try entries(dictionary, to: &writer), data: stream.encoded))
    default: return object
    }
  }

  private mutating func entries(
    _ dictionary: PDFDictionary, to writer: inout AppendWriter
  ) throws(PDFError) -> PDFDictionary {
    var copies = PDFDictionary()
    // References to pages and to the structure are not part of a picture.
    for (key, value) in dictionary.entries where !["Parent", "P", "StructParent", "StructParents"].contains(key) {
      copies[key] = try copy(value, to: &writer)
    }
    return copies
  }

  /// Copies the objects to which the copied ones refer.
  mutating func finish(to writer: inout AppendWriter) throws(PDFError) {
    while let old = waiting.popLast() {
      guard let new = references[old] else { continue }
      try writer.replace(new, with: copy(source.object(old), to: &writer))
    }
  }
}
