import CZlib
import Foundation
import PDF

/// Small PDFs with known bytes.
package enum Fixture {
  /// A catalog, a page tree and one page; object numbers are 1 to 3.
  package static let onePage = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
  ]
  package static let identifier = "/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"

  /// Objects numbered from 1 with a cross-reference table; object 1 is the catalog.
  package static func table(_ objects: [String] = onePage, trailer: String = identifier) -> [UInt8] {
    var file = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let place = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { file += row(offset) }
    file += "trailer\n<</Size \(objects.count + 1)/Root 1 0 R\(trailer)>>\nstartxref\n\(place)\n%%EOF\n"
    return Array(file.utf8)
  }

  /// The same with a cross-reference stream; all objects but the streams are in one object stream.
  package static func stream(_ objects: [String] = onePage, trailer: String = identifier) -> [UInt8] {
    var header = ""
    var body = ""
    for (index, object) in objects.enumerated() {
      header += "\(index + 1) \(body.utf8.count) "
      body += object + " "
    }
    let container = objects.count + 1
    let section = objects.count + 2
    let data = header + body
    var file = Array("%PDF-1.7\n".utf8)
    let containerPlace = file.count
    file +=
      Array(
        "\(container) 0 obj\n<</Type/ObjStm/N \(objects.count)/First \(header.utf8.count)/Length \(data.utf8.count)>>"
          .utf8)
      + Array(
        "\nstream\n\(data)\nendstream\nendobj\n"
          .utf8)
    let place = file.count
    var rows: [UInt8] = [0, 0, 0, 255]
    for index in objects.indices { rows += [2, 0, UInt8(container), UInt8(index)] }
    for place in [containerPlace, place] { rows += [1, UInt8(place >> 8), UInt8(place & 255), 0] }
    file += Array(
      "\(section) 0 obj\n<</Type/XRef/Size \(section + 1)/W[1 2 1]/Root 1 0 R\(trailer)/Length \(rows.count)>>\nstream\n"
        .utf8)
    return file + rows + Array("\nendstream\nendobj\nstartxref\n\(place)\n%%EOF\n".utf8)
  }

  /// The same with a table in which the page is free, and a stream that has the page.
  package static func hybrid() -> [UInt8] {
    var file = Array("%PDF-1.5\n".utf8)
    var offsets: [Int] = []
    for (index, object) in onePage.enumerated() {
      offsets.append(file.count)
      file += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let stream = file.count
    file += Array("4 0 obj\n<</Type/XRef/Size 5/W[1 2 1]/Index[3 1]/Length 4>>\nstream\n".utf8)
    file += [1, UInt8(offsets[2] >> 8), UInt8(offsets[2] & 255), 0] + Array("\nendstream\nendobj\n".utf8)
    let place = file.count
    file += Array(
      "xref\n0 5\n0000000003 65535 f \n\(row(offsets[0]))\(row(offsets[1]))0000000000 00000 f \n\(row(stream))".utf8)
    file += Array("trailer\n<</Size 5/Root 1 0 R/XRefStm \(stream)\(identifier)>>\nstartxref\n\(place)\n%%EOF\n".utf8)
    return file
  }

  /// A file with a cross-reference table, one with a stream, and a hybrid one.
  package static let kinds = [table(), stream(), hybrid()]

  package static func row(_ offset: Int, generation: Int = 0) -> String {
    let digits = String(offset)
    let generations = String(generation)
    return String(repeating: "0", count: 10 - digits.count) + digits + " "
      + String(repeating: "0", count: 5 - generations.count) + generations + " n \n"
  }

  /// One page with contents, a note, and a form field; object numbers are 1 to 6.
  package static let annotated = table([
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Annots[5 0 R 6 0 R]>>",
    "<</Length 1>>\nstream\nq\nendstream",
    "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]>>", "<</Type/Annot/Subtype/Widget/Rect[0 0 1 1]/FT/Tx>>",
  ])

  package static func parse(_ text: String) throws -> PDFObject {
    var parser = PDFParser(PDFBytes(Array(text.utf8)), at: 0, limits: PDFLimits())
    return try parser.object()
  }

  /// A text annotation.
  package static let note: PDFDictionary = [
    "Subtype": .name("Text"), "Rect": .array([10, 10, 30, 30].map { .integer($0) }),
    "Contents": .string(Array("checked".utf8)),
  ]

  /// The incremental update that adds `note` to the first page of `base`.
  package static func noteSegment(_ base: [UInt8]) throws -> [UInt8] {
    let file = try PDFFile(bytes: base)
    guard let page = try file.page(0) else { throw PDFError(code: .pageTree, message: "The base has no page.") }
    var writer = try AppendWriter(base: file)
    try writer.add(annotations: [note], to: page)
    return try writer.segment()
  }

  /// Compressed zlib data that decode to `count` zeros.
  package static func bomb(_ count: Int) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: count)
    var length = compressBound(UInt(count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    compress2(&packed, &length, zeros, UInt(count), 9)
    return Array(packed.prefix(Int(length)))
  }

  /// A file whose last object is a stream with given encoded bytes.
  package static func withStream(_ dictionary: String, _ data: [UInt8], _ objects: [String] = onePage) -> [UInt8] {
    let marker = String(repeating: "~", count: data.count)
    let text = table(objects + ["<<\(dictionary)/Length \(data.count)>>\nstream\n\(marker)\nendstream"])
    guard let place = text.firstRange(of: Array("stream\n~".utf8)) else { return text }
    var bytes = text
    bytes.replaceSubrange(place.lowerBound + 7..<place.lowerBound + 7 + data.count, with: data)
    return bytes
  }

  /// Calls `body` with a temporary folder that holds `table()` as `base.pdf`.
  package static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "pdf-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(table()).write(to: URL(fileURLWithPath: folder + "/base.pdf"))
    try body(folder)
  }

  /// A segment for `table()`, each part of which can be made invalid.
  package struct Segment {
    package var base: [UInt8]
    package var number: Int
    package var generation: Int
    package var object: String
    package var hidden: String
    package var offsetShift: Int
    package var listedNumber: Int?
    package var listedGeneration: Int?
    package var rows: String?
    package var previous: Int?
    package var size: Int
    package var root: String
    package var trailer: String
    package var startxrefShift: Int
    package var tail: String

    package init(
      base: [UInt8] = Fixture.table(), number: Int = 4, generation: Int = 0, object: String = "<</Type/Annot>>",
      hidden: String = "", offsetShift: Int = 0, listedNumber: Int? = nil, listedGeneration: Int? = nil,
      rows: String? = nil, previous: Int? = nil, size: Int = 5, root: String = "/Root 1 0 R",
      trailer: String = Fixture.identifier, startxrefShift: Int = 0, tail: String = "%%EOF\n"
    ) {
      self.base = base
      self.number = number
      self.generation = generation
      self.object = object
      self.hidden = hidden
      self.offsetShift = offsetShift
      self.listedNumber = listedNumber
      self.listedGeneration = listedGeneration
      self.rows = rows
      self.previous = previous
      self.size = size
      self.root = root
      self.trailer = trailer
      self.startxrefShift = startxrefShift
      self.tail = tail
    }

    package var bytes: [UInt8] {
      let start = base.count
      var text = "\(number) \(generation) obj\n\(object)\nendobj\n\(hidden)"
      let place = start + text.utf8.count
      let row = rows ?? Fixture.row(start + offsetShift, generation: listedGeneration ?? generation)
      text += "xref\n\(listedNumber ?? number) 1\n\(row)"
      let previous = self.previous ?? Fixture.startxref(base)
      text +=
        "trailer\n<</Size \(size)\(root)/Prev \(previous)\(trailer)>>\nstartxref\n\(place + startxrefShift)\n\(tail)"
      return Array(text.utf8)
    }
  }

  package static func startxref(_ file: [UInt8]) -> Int {
    (try? StartXRef.last(in: PDFBytes(file), before: file.count).value) ?? -1
  }
}

extension [UInt8] {
  /// The text with every occurrence of `old` replaced; the bytes must be ASCII.
  package func replacing(_ old: String, _ new: String) -> [UInt8] {
    let old = Array(old.utf8)
    let new = Array(new.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < count {
      if self[index...].starts(with: old) {
        result += new
        index += old.count
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }
}
