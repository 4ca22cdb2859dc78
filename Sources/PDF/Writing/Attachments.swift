import Dates
import OperatingSystem

/// A file that is embedded into a document (ISO 32000-1, 7.11.4; ISO 19005-3, 6.8).
package struct Attachment: Hashable, Sendable {
  /// `/AFRelationship`: how the file relates to the document (ISO 19005-3, 6.8).
  package enum Relationship: String, Sendable {
    case source = "Source"
    case data = "Data"
    case alternative = "Alternative"
    case supplement = "Supplement"
    case unspecified = "Unspecified"
  }
  /// The file name that viewers show.
  package var name: String
  package var description: String
  /// `text/xml`.
  package var mediaType: String
  package var relationship: Relationship
  /// ISO 8601: when it was last changed.
  package var modified: String
  /// The bytes of the file, not compressed.
  package var data: [UInt8]

  package init(
    name: String, description: String, mediaType: String, relationship: Relationship, modified: String, data: [UInt8]
  ) {
    self.name = name
    self.description = description
    self.mediaType = mediaType
    self.relationship = relationship
    self.modified = modified
    self.data = data
  }
}

extension DocumentWriter {
  /// Writes the attachments, and refers to them from the catalog as associated files and by name.
  mutating func addAttachments(_ attachments: [Attachment], to catalog: inout PDFDictionary, names: inout PDFDictionary)
  {
    guard !attachments.isEmpty else { return }
    var specifications: [(name: [UInt8], object: PDFObject)] = []
    for attachment in attachments {
      let number = reserve()
      write(number, specification(of: attachment))
      specifications.append((TextString.encode(attachment.name), .reference(to: number)))
    }
    catalog["AF"] = .array(specifications.map(\.object))
    let sorted = specifications.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    names["EmbeddedFiles"] = .dictionary(["Names": .array(sorted.flatMap { [.string($0.name), $0.object] })])
  }

  private mutating func specification(of attachment: Attachment) -> PDFDictionary {
    var parameters: PDFDictionary = ["Size": .integer(attachment.data.count)]
    if let digest = MD5.digest(of: attachment.data) { parameters["CheckSum"] = .string(digest) }
    if let date = PDFDate.pdf(iso8601: attachment.modified) { parameters["ModDate"] = .text(date) }
    let stream = PDFStream(
      dictionary: [
        "Type": .name("EmbeddedFile"), "Subtype": .name(PDFName(ascii: attachment.mediaType)),
        "Params": .dictionary(parameters),
      ], data: attachment.data
    ).compressed
    let file = PDFObject.reference(to: write(stream: stream))
    return [
      "Type": .name("Filespec"), "F": .text(attachment.name), "UF": .text(attachment.name),
      "Desc": .text(attachment.description),
      "AFRelationship": .name(PDFName(ascii: attachment.relationship.rawValue)),
      "EF": .dictionary(["F": file, "UF": file]),
    ]
  }
}
