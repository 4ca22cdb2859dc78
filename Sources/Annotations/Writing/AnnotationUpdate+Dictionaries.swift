import Diagnostics
import PDF

/// The dictionaries of annotations and pop-ups.
extension AnnotationUpdate {
  mutating func write(_ draft: Draft, _ forms: inout AppearanceForms) throws(AnnotationError) {
    var annotation = draft.annotation
    let place = draft.place
    if let claim { keep(claim, &annotation, place) }
    let keepsAppearance = draft.keepsAppearance
    let drawn = try forms.draw(annotation, at: place)
    if !keepsAppearance { warnings += drawn.warnings.map { Diagnostic("incomplete_appearance", $0, in: place) } }
    var dictionary = AnnotationDictionary.make(annotation, rectangle: drawn.rectangle)
    for (key, value) in draft.old?.entries ?? [] where !AnnotationDictionary.ownKeys.contains(key) {
      dictionary[key] = value
    }
    if tags != nil, annotation.contents?.isEmpty ?? true {
      dictionary["Contents"] = .text(annotation.alternative(phrases))
    }
    let page = try annotations(ofPage: annotation.page, place)
    dictionary["P"] = page.page.reference.map { .reference($0) } ?? .null
    if let reply = annotation.reply {
      guard let index = page.index(ofName: reply.name), page.items[index].object.reference != nil else {
        throw AnnotationError(
          .notFound,
          "page \(annotation.page + 1) has no annotation \(Quotation.of(reply.name)) that this one could answer",
          at: place)
      }
      guard page.items[index].object.reference != draft.reference else {
        throw AnnotationError(.conflict, "an annotation cannot answer itself", at: place)
      }
      dictionary["IRT"] = page.items[index].object
    }
    if case .link(let link) = annotation.kind { try setDestination(link, &dictionary, place) }
    if let popup = annotation.popup { try write(popup, of: draft, &dictionary) }
    try tag(draft, &dictionary)
    try onBase(place) { () throws(PDFError) in
      dictionary["AP"] =
        keepsAppearance
        ? draft.old?["AP"] ?? .null : .dictionary(["N": .reference(try forms.form(drawn, annotation, in: &writer))])
      try writer.replace(draft.reference, with: .dictionary(dictionary))
    }
  }

  mutating func setDestination(
    _ link: Link, _ dictionary: inout PDFDictionary, _ place: String
  ) throws(AnnotationError) {
    guard case .page(let index, let left, let top, let zoom) = link.action else { return }
    guard let page = try onBase(place, { () throws(PDFError) in try writer.base.page(index) }),
      let reference = page.reference
    else { throw AnnotationError(.notFound, "the base has no page \(index + 1) for the link to lead to", at: place) }
    dictionary["Dest"] = .array(
      [.reference(reference), .name("XYZ")] + [left, top, zoom].map { $0.map { .decimal($0) } ?? .null })
  }

  /// Writes a pop-up. An existing pop-up object is replaced.
  mutating func write(_ popup: Popup, of draft: Draft, _ dictionary: inout PDFDictionary)
    throws(AnnotationError)
  {
    var object: PDFDictionary = [
      "Type": .name("Annot"), "Subtype": .name("Popup"), "Rect": .rectangle(popup.rectangle),
      "Parent": .reference(draft.reference), "P": dictionary["P"],
    ]
    if popup.isOpen { object["Open"] = .boolean(true) }
    if !popup.flags.isEmpty { object["F"] = .integer(popup.flags.rawValue) }
    // Readers show the text of its parent (Table 183).
    if tags != nil { object["Contents"] = dictionary["Contents"] }
    let page = draft.annotation.page
    try onBase(draft.place) { () throws(PDFError) in
      if let old = dictionary["Popup"].reference, let former = try writer.object(old).dictionary,
        former["Subtype"].name == "Popup"
      {
        object["StructParent"] = former["StructParent"]
        try writer.replace(old, with: .dictionary(object))
      } else {
        let reference = try writer.add(.dictionary(object))
        dictionary["Popup"] = .reference(reference)
        touched[page]?.append(.reference(reference), name: nil)
      }
    }
  }
}
