/// Enlarges or reduces the pages of a file that is merged.
///
/// The content of a page becomes a form XObject with a matrix (ISO 32000-1, 8.10), because patterns are positioned in the space
/// of the content stream that uses them, which a matrix in the content would not change.
struct PageScaling {
  let factor: Double
  let copier: ObjectCopier
  let output: MergeOutput

  private static let boxes: [PDFName] = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"]

  /// - Parameters:
  ///   - page: with the attributes that it inherits.
  ///   - copy: its copy, which is changed.
  func apply(to copy: inout PDFDictionary, of page: PDFDictionary) throws(PDFError) {
    guard factor != 1 else { return }
    let box = try copier.file.resolve(page["MediaBox"])
    if let form = try form(page, box) {
      copy["Resources"] = .dictionary(["XObject": .dictionary(["P": form])])
      copy["Contents"] = output.write(.stream(PDFStream(dictionary: [:], data: Array("/P Do".utf8))))
    }
    copy["Group"] = .null
    for key in Self.boxes where !page[key].isNull {
      copy[key] = Self.scaled(try copier.file.resolve(page[key]), by: factor)
    }
  }

  /// Numbers of an array multiplied.
  static func scaled(_ object: PDFObject, by factor: Double) -> PDFObject {
    guard case .array(let items) = object else { return object }
    return .array(items.map { item in item.number.map { PDFObject.rounded($0 * factor) } ?? item })
  }

  private func form(_ page: PDFDictionary, _ box: PDFObject) throws(PDFError) -> PDFObject? {
    let contents = try copier.file.resolve(page["Contents"])
    let stream: PDFStream
    switch contents {
    case .stream(let single): stream = single
    case .array(let parts):
      var bytes: [UInt8] = []
      for part in parts {
        guard case .stream(let piece) = try copier.file.resolve(part) else { continue }
        bytes += try copier.file.decode(piece) + [0x0A]
      }
      stream = PDFStream(dictionary: [:], data: bytes)
    default: return nil
    }
    var entries: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "FormType": .integer(1),
      "Matrix": .array([.real(factor), .integer(0), .integer(0), .real(factor), .integer(0), .integer(0)]),
    ]
    entries["BBox"] = box
    for key in ["Filter", "DecodeParms"] as [PDFName] { entries[key] = try copier.copy(stream.dictionary[key]) }
    for key in ["Resources", "Group"] as [PDFName] { entries[key] = try copier.copy(page[key]) }
    return output.write(.stream(PDFStream(dictionary: entries, source: stream.source, range: stream.range)))
  }
}
