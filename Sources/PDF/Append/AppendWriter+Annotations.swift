extension AppendWriter {
  /// The page's dictionary after the update.
  package func dictionary(of page: PDFPage) throws(PDFError) -> PDFDictionary {
    guard let reference = page.reference else {
      throw PDFError(
        code: .pageTree, message: "Page \(page.index + 1) is not an indirect object, so nothing can be added to it.")
    }
    guard case .dictionary(let dictionary) = try object(reference) else {
      throw PDFError(code: .pageTree, message: "Page \(page.index + 1), object \(reference), is not a dictionary.")
    }
    return dictionary
  }

  /// The page's `/Annots` after the update.
  package func annotations(of page: PDFPage) throws(PDFError) -> [PDFObject] {
    switch try resolve(dictionary(of: page)["Annots"]) {
    case .null: return []
    case .array(let annotations): return annotations
    case let other:
      throw PDFError(
        code: .pageTree, message: "The /Annots of page \(page.index + 1) is \(other.kindName), not an array.")
    }
  }

  /// Adds annotations (ISO 32000-1, 12.5) to a page, after the existing ones, and sets their `/Type` and `/P`.
  ///
  /// The new array is a direct object in the page, since pages may share an indirect one.
  @discardableResult
  package mutating func add(annotations: [PDFDictionary], to page: PDFPage) throws(PDFError) -> [PDFReference] {
    var merged = try self.annotations(of: page)
    var references: [PDFReference] = []
    for annotation in annotations {
      var annotation = annotation
      annotation["Type"] = .name("Annot")
      annotation["P"] = page.reference.map { .reference($0) } ?? .null
      references.append(try add(.dictionary(annotation)))
    }
    merged += references.map { .reference($0) }
    try set(annotations: merged, of: page)
    return references
  }

  /// Replaces the page's `/Annots`.
  /// - Parameter isTagged: whether annotations are in the structure tree, so that readers tab through them in its order
  ///   (ISO 14289-1, 7.18.3).
  package mutating func set(
    annotations: [PDFObject], of page: PDFPage, isTagged: Bool = false
  ) throws(PDFError) {
    var dictionary = try dictionary(of: page)
    if isTagged { dictionary["Tabs"] = .name("S") }
    dictionary["Annots"] = annotations.isEmpty ? .null : .array(annotations)
    if let reference = page.reference { try replace(reference, with: .dictionary(dictionary)) }
  }
}
