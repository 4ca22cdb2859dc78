/// What an annotation says of its place among the others of its page (ISO 32000-1, 12.5.2 and 12.5.6).
package struct AnnotationFacts: Hashable, Sendable {
  /// `/NM`.
  package var name: String?
  package var popup: PDFReference?
  /// The annotation that a pop-up belongs to.
  package var owner: PDFReference?
  /// The one that this is a reply to.
  package var answered: PDFReference?

  init(_ annotation: PDFDictionary, name: String?) {
    self.name = name
    popup = annotation["Popup"].reference
    if annotation["Subtype"].name == "Popup" { owner = annotation["Parent"].reference }
    if annotation["RT"].name != "Group" { answered = annotation["IRT"].reference }
  }
}

extension PDFFile {
  /// Annotations whose facts are kept; beyond, they are read again.
  private static let mostFacts = 200_000

  /// The facts of an annotation that is an object of its own, all said by the object itself; nil for any other.
  ///
  /// They are kept by the object's offset: bytes of a file that only grows never change.
  fileprivate func annotationFacts(_ reference: PDFReference) throws(PDFError) -> AnnotationFacts? {
    guard case .inUse(let offset, reference.generation)? = table[reference.number] else { return nil }
    if let known = knownFacts[offset] { return known }
    guard let annotation = try object(reference).dictionary, annotation["NM"].reference == nil,
      annotation["Subtype"].reference == nil, annotation["RT"].reference == nil
    else { return nil }
    let facts = AnnotationFacts(annotation, name: annotation["NM"].string.map { TextString.decode($0) })
    if knownFacts.count >= Self.mostFacts { knownFacts.removeAll() }
    knownFacts[offset] = facts
    return facts
  }
}

extension AppendWriter {
  /// The facts of an entry of `/Annots` as it stands before or in this update; nil for what cannot be read.
  package func annotationFacts(of object: PDFObject) -> AnnotationFacts? {
    if let reference = object.reference, !changes(reference), let facts = try? base.annotationFacts(reference) {
      return facts
    }
    guard let annotation = (try? resolve(object))?.dictionary else { return nil }
    let name = (try? resolve(annotation["NM"]))?.string.map { TextString.decode($0) }
    return AnnotationFacts(annotation, name: name)
  }
}
