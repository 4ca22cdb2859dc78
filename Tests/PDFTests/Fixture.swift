import Testing

@testable import PDF

/// Small PDFs, made by hand so that the tests know every byte.
enum Fixture {
  /// A catalog, a page tree and one page; object numbers are 1 to 3.
  static let onePage = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
  ]
  static let identifier = "/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"

  /// Objects numbered from 1 with a classic table; object 1 is the catalog.
  static func table(_ objects: [String] = onePage, trailer: String = identifier) -> [UInt8] {
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
  static func stream(_ objects: [String] = onePage, trailer: String = identifier) -> [UInt8] {
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

  /// The same with a table for old readers, in which the page is free, and a stream beside it that has the page.
  static func hybrid() -> [UInt8] {
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

  static func row(_ offset: Int, generation: Int = 0) -> String {
    let digits = String(offset)
    let generations = String(generation)
    return String(repeating: "0", count: 10 - digits.count) + digits + " "
      + String(repeating: "0", count: 5 - generations.count) + generations + " n \n"
  }

  /// A segment on `table()`, each part of which a test may spoil.
  struct Segment {
    var base = Fixture.table()
    var number = 4
    var generation = 0
    var object = "<</Type/Annot>>"
    var hidden = ""
    var offsetShift = 0
    var listedNumber: Int?
    var listedGeneration: Int?
    var rows: String?
    var previous: Int?
    var size = 5
    var root = "/Root 1 0 R"
    var trailer = Fixture.identifier
    var startxrefShift = 0
    var tail = "%%EOF\n"

    var bytes: [UInt8] {
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

  static func startxref(_ file: [UInt8]) -> Int {
    (try? StartXRef.last(in: PDFBytes(file), before: file.count).value) ?? -1
  }
}

/// The `PDFError` that `body` throws, or nil and a recorded issue.
func failure(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> PDFError? {
  do {
    try body()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch {
    if let error = error as? PDFError { return error }
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

/// Expects that `body` throws a `PDFError` with the code.
func expect(_ code: PDFError.Code, _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
  let error = failure(body, sourceLocation: sourceLocation)
  #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
}

extension [UInt8] {
  /// The text with every occurrence of `old` replaced; the bytes must be ASCII.
  func replacing(_ old: String, _ new: String) -> [UInt8] {
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
