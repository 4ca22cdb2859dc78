// Section numbers are those of ISO 32000-1 unless another standard is named.

import OperatingSystem

/// Trailer dictionaries (ISO 32000-1, 7.5.5) of new files and of incremental updates.
enum Trailer {
  /// The trailer of a new file without its identifier; `/Size` is left to the caller.
  /// - Parameter information: the number of the information dictionary; nil if there is none.
  static func newFile(catalog: Int, information: Int?) -> PDFDictionary {
    var trailer: PDFDictionary = ["Root": .reference(to: catalog)]
    if let information { trailer["Info"] = .reference(to: information) }
    return trailer
  }

  static func identified(_ trailer: PDFDictionary, by identifier: [UInt8]) -> PDFDictionary {
    var trailer = trailer
    trailer["ID"] = .array([.string(identifier), .string(identifier)])
    return trailer
  }

  /// The trailer of an update to `base`: the base's entries that stay valid, `/Prev`, and a new second `/ID` string
  /// (14.4), which depends on the update's `body`. `/Size` is left to the caller.
  static func update(of base: PDFFile, body: [UInt8]) -> PDFDictionary {
    var trailer = PDFDictionary()
    for (key, value) in base.trailer.entries where !XRefWriter.ownKeys.contains(key) { trailer[key] = value }
    trailer["Prev"] = .integer(base.startxref)
    if let resolved = try? base.resolve(trailer["ID"]), case .array(let identifiers) = resolved,
      let first = identifiers.first
    {
      var hash = SHA256()
      hash.update(data: identifiers.count > 1 ? identifiers[1].string ?? [] : [])
      hash.update(data: Array("\(base.length) ".utf8))
      hash.update(data: body)
      trailer["ID"] = .array([first, .string(Array(hash.finalize().prefix(16)))])
    }
    return trailer
  }

  /// The last lines of a file or update.
  /// - Parameter crossReference: the offset of its cross-reference section.
  static func writeEnd(crossReference: Int, to file: inout PDFSerializer) {
    file.write("startxref\n")
    file.write(crossReference)
    file.write("\n%%EOF\n")
  }
}
