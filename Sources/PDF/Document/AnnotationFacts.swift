/// An annotation's name and its relations to other annotations (ISO 32000-1, 12.5.2 and 12.5.6).
package struct AnnotationFacts: Hashable, Sendable {
  /// `/NM`.
  package var name: String?
  /// `/Popup`: its pop-up annotation.
  package var popup: PDFReference?
  /// The parent of a pop-up annotation.
  package var owner: PDFReference?
  /// The annotation to which this is a reply.
  package var answered: PDFReference?

  /// The facts that an annotation's dictionary states.
  /// - Parameter name: its `/NM`, which may be another object.
  package init(_ annotation: PDFDictionary, name: String?) {
    self.name = name
    popup = annotation["Popup"].reference
    if annotation["Subtype"].name == "Popup" { owner = annotation["Parent"].reference }
    if annotation["RT"].name != "Group" { answered = annotation["IRT"].reference }
  }
}

extension PDFFile {
  /// Maximum number of cached facts.
  private static let maximumFacts = 200_000

  /// The facts of an annotation that is an indirect object and has no indirect entries that matter; nil for any other.
  ///
  /// They are cached by the object's offset, since the bytes of a file to which updates are appended do not change.
  fileprivate func annotationFacts(_ reference: PDFReference) throws(PDFError) -> AnnotationFacts? {
    guard case .inUse(let offset, reference.generation)? = table[reference.number] else { return nil }
    if let known = cachedFacts[offset] { return known }
    guard let annotation = try object(reference).dictionary, annotation["NM"].reference == nil,
      annotation["Subtype"].reference == nil, annotation["RT"].reference == nil
    else { return nil }
    let facts = AnnotationFacts(annotation, name: annotation["NM"].string.map { TextString.decode($0) })
    if cachedFacts.count >= Self.maximumFacts { cachedFacts.removeAll() }
    cachedFacts[offset] = facts
    return facts
  }
}

extension AppendWriter {
  /// The facts of an entry of `/Annots` after this update; nil if it cannot be read.
  package func annotationFacts(of object: PDFObject) -> AnnotationFacts? {
    if let reference = object.reference, !changes(reference), let facts = try? base.annotationFacts(reference) {
      return facts
    }
    guard let annotation = (try? resolve(object))?.dictionary else { return nil }
    let name = (try? resolve(annotation["NM"]))?.string.map { TextString.decode($0) }
    return AnnotationFacts(annotation, name: name)
  }
}
