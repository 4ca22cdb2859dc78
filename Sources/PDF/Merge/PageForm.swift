// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Pages that are drawn as form XObjects (ISO 32000-1, 8.10) on other pages: scaled, several on one sheet, or with
/// stamps.
///
/// The placement is the form's matrix, because patterns are positioned in the space of the content stream that uses
/// them, which a matrix in the content would not change.
struct PageForm {
  let copier: ObjectCopier
  let output: MergeOutput

  /// - Parameters:
  ///   - page: with the attributes that it inherits.
  ///   - box: the part of the page that is drawn.
  /// - Returns: the number of the form; nil if the page has no content.
  func write(_ page: PDFDictionary, box: PDFRectangle, matrix: PDFMatrix = .identity) throws(PDFError) -> Int? {
    guard let (stream, reference) = try content(of: page) else { return nil }
    var entries: PDFDictionary = ["Type": .name("XObject"), "Subtype": .name("Form"), "FormType": .integer(1)]
    entries["BBox"] = .rectangle(box)
    if matrix != .identity { entries["Matrix"] = matrix.object }
    for key in ["Filter", "DecodeParms"] as [PDFName] { entries[key] = try copier.copy(stream.dictionary[key]) }
    let own: PDFDictionary = [
      "Resources": page["Resources"], "Group": page["Group"], "StructParents": page["StructParents"],
    ]
    for (key, value) in try copier.entries(own).entries { entries[key] = value }
    let number = output.reserve()
    // Other references to the content lead to the form, whose data are the same.
    if let reference, !copier.isKnown(reference) { copier.replace(reference, by: number) }
    copier.write(.stream(PDFStream(dictionary: entries, source: stream.source, range: stream.range)), as: number)
    return number
  }

  /// The content of a page as one stream, and its reference if it is one in the file.
  private func content(of page: PDFDictionary) throws(PDFError) -> (PDFStream, PDFReference?)? {
    switch try copier.file.resolve(page["Contents"]) {
    case .stream(let single): return (single, page["Contents"].reference)
    case .array(let parts):
      var streams: [(PDFStream, PDFReference?)] = []
      for part in parts {
        guard case .stream(let piece) = try copier.file.resolve(part) else { continue }
        streams.append((piece, part.reference))
      }
      if streams.count == 1 { return streams[0] }
      let bytes = try copier.file.joined(streams.map { .stream($0.0) })
      return bytes.isEmpty ? nil : (PDFStream(dictionary: [:], data: bytes).compressed, nil)
    default: return nil
    }
  }
}

/// The content of a page that draws forms.
struct FormContent {
  private var resources = PDFDictionary()
  private var content: [UInt8] = []

  /// - Parameters:
  ///   - matrix: applied in addition to the form's own.
  ///   - isArtifact: whether the form is no part of the document's structure (14.8.2.2).
  mutating func draw(_ form: Int, matrix: PDFMatrix = .identity, isArtifact: Bool = false) {
    let name = "P\(resources.entries.count)"
    resources[PDFName(Array(name.utf8))] = .reference(to: form)
    var text = PDFSerializer(.spaced)
    if isArtifact { text.write("/Artifact BMC ") }
    if matrix != .identity, case .array(let numbers) = matrix.object {
      text.write("q ")
      for number in numbers {
        text.write(number)
        text.write(" ")
      }
      text.write("cm ")
    }
    text.write(text: "/\(name) Do")
    if matrix != .identity { text.write(" Q") }
    if isArtifact { text.write(" EMC") }
    text.write("\n")
    content += text.bytes
  }

  /// Sets the page's content and resources.
  func apply(to page: inout PDFDictionary, _ output: MergeOutput) {
    guard !content.isEmpty else { return }
    page["Resources"] = .dictionary(["XObject": .dictionary(resources)])
    page["Contents"] = output.share(.stream(PDFStream(dictionary: [:], data: content)))
  }
}
