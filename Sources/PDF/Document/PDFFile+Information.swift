// Section numbers are those of ISO 32000-1 unless another standard is named.

extension PDFFile {
  /// The document information dictionary (ISO 32000-1, 14.3.3) with direct values; empty if there is none.
  package func information() throws(PDFError) -> PDFDictionary {
    var information = PDFDictionary()
    for (key, value) in try resolve(trailer["Info"]).dictionary?.entries ?? [] { information[key] = try resolve(value) }
    return information
  }

  /// The title in the information dictionary; nil if there is none, or an empty one.
  package func title() throws(PDFError) -> String? {
    guard let information = try resolve(trailer["Info"]).dictionary,
      let bytes = try resolve(information["Title"]).string
    else { return nil }
    let title = TextString.decode(bytes)
    return title.isEmpty ? nil : title
  }

  /// The language of the document (14.9.2), as a tag of BCP 47; empty if it is not known.
  package func language() throws(PDFError) -> String {
    try resolve(catalog()["Lang"]).string.map(TextString.decode) ?? ""
  }
}

extension PDFDictionary {
  /// The entries that are strings, and names if `includesNames`.
  package func texts(includesNames: Bool = false) -> PDFDictionary {
    PDFDictionary(distinct: entries.filter { $0.value.string != nil || includesNames && $0.value.name != nil })
  }
}
