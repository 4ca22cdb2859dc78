import PDF

/// Annotations on a tagged base, which are in its structure (ISO 14289-1, 7.18).
extension AnnotationUpdate {
  /// Gives an annotation and its pop-up an element, if they have none.
  mutating func tag(_ draft: Draft, _ dictionary: inout PDFDictionary) throws(AnnotationError) {
    guard tags != nil, let page = try annotations(ofPage: draft.annotation.page, draft.place).page.reference else {
      return
    }
    let isNew = dictionary["StructParent"].isNull
    try onBase(draft.place) { () throws(PDFError) in
      let popup = try untaggedPopup(of: draft, dictionary)
      let untagged = (isNew ? [draft.reference] : []) + (popup.map { [$0.reference] } ?? [])
      guard !untagged.isEmpty else { return }
      let isLink = if case .link = draft.annotation.kind { true } else { false }
      let keys = try tags?.add(untagged, isLink: isLink, on: page, in: &writer) ?? []
      taggedPages.insert(draft.annotation.page)
      if isNew { dictionary["StructParent"] = keys.first.map { .integer($0) } ?? .null }
      guard var popup else { return }
      popup.entries["StructParent"] = keys.last.map { .integer($0) } ?? .null
      try writer.replace(popup.reference, with: .dictionary(popup.entries))
    }
  }

  private func untaggedPopup(
    of draft: Draft, _ dictionary: PDFDictionary
  ) throws(PDFError) -> (reference: PDFReference, entries: PDFDictionary)? {
    guard draft.annotation.popup != nil, tags?.includesPopups ?? false, let reference = dictionary["Popup"].reference,
      case .dictionary(let entries) = try writer.object(reference), entries["StructParent"].isNull
    else { return nil }
    return (reference, entries)
  }
}
