import PDF

/// An incremental update with given objects as text, whatever they are, and a correct cross-reference section.
package struct RawUpdate {
  package enum Section { case table, stream }

  /// Objects as text by number; of an existing object the generation stays 0.
  package var objects: [Int: String]
  package var freed: [Int] = []
  package var section = Section.table
  /// Further rows of the cross-reference stream, as bytes.
  package var extraRows: [(number: Int, row: [UInt8])] = []
  /// Objects in an object stream, which needs a cross-reference stream. `hidden` are in it and not listed.
  package var packed: [Int: String] = [:]
  package var hidden: [Int: String] = [:]
  package var trailer = ""

  package init(_ objects: [Int: String], freed: [Int] = []) {
    self.objects = objects
    self.freed = freed
  }

  /// The bytes of the update for `base`.
  package func bytes(on base: [UInt8]) throws -> [UInt8] {
    let file = try PDFFile(bytes: base)
    let size = file.trailer["Size"].integer ?? 1
    var next = max(size, (objects.keys.max() ?? 0) + 1, (packed.keys.max() ?? 0) + 1, (hidden.keys.max() ?? 0) + 1)
    var body: [UInt8] = []
    var rows: [(number: Int, type: UInt8, second: Int, third: Int)] = []
    for (number, text) in objects.sorted(by: { $0.key < $1.key }) {
      rows.append((number, 1, base.count + body.count, 0))
      body += Array("\(number) 0 obj\n\(text)\nendobj\n".utf8)
    }
    if !packed.isEmpty || !hidden.isEmpty {
      let container = next
      next += 1
      var header = ""
      var inside = ""
      for (number, text) in packed.merging(hidden, uniquingKeysWith: { first, _ in first }).sorted(by: {
        $0.key < $1.key
      }) {
        if packed[number] != nil { rows.append((number, 2, container, header.split(separator: " ").count / 2)) }
        header += "\(number) \(inside.utf8.count) "
        inside += text + " "
      }
      rows.append((container, 1, base.count + body.count, 0))
      body += Array(
        ("\(container) 0 obj\n<</Type/ObjStm/N \(packed.count + hidden.count)/First \(header.utf8.count)"
          + "/Length \((header + inside).utf8.count)>>\nstream\n\(header)\(inside)\nendstream\nendobj\n").utf8)
    }
    for number in freed { rows.append((number, 0, 0, 1)) }
    rows.sort { $0.number < $1.number }
    return body
      + (section == .table
        ? table(rows, next, file, base.count + body.count) : stream(rows, next, file, base.count + body.count))
  }

  private typealias Row = (number: Int, type: UInt8, second: Int, third: Int)

  private func entries(_ file: PDFFile) -> String {
    var writer = PDFSerializer()
    for key in ["Root", "ID", "Info"] as [PDFName] where !file.trailer[key].isNull {
      writer.write(key == "Root" ? "/Root " : key == "ID" ? "/ID " : "/Info ")
      writer.write(file.trailer[key])
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "/Prev \(file.startxref)" + trailer
  }

  private func table(_ rows: [Row], _ size: Int, _ file: PDFFile, _ place: Int) -> [UInt8] {
    var text = "xref\n"
    for row in rows {
      text += "\(row.number) 1\n"
      text += row.type == 0 ? "0000000000 0000\(row.third) f \n" : Fixture.row(row.second, generation: row.third)
    }
    text += "trailer\n<</Size \(size)\(entries(file))>>\nstartxref\n\(place)\n%%EOF\n"
    return Array(text.utf8)
  }

  private func stream(_ rows: [Row], _ number: Int, _ file: PDFFile, _ place: Int) -> [UInt8] {
    var index = ""
    var data: [UInt8] = []
    for row in rows + [(number, 1, place, 0)] {
      index += "\(row.number) 1 "
      data += [
        row.type, UInt8(row.second >> 16 & 255), UInt8(row.second >> 8 & 255), UInt8(row.second & 255),
        UInt8(row.third),
      ]
    }
    for (number, row) in extraRows {
      index += "\(number) 1 "
      data += row
    }
    let size = max(number, extraRows.map(\.number).max() ?? 0) + 1
    let head =
      "\(number) 0 obj\n<</Type/XRef/Size \(size)/W[1 3 1]/Index[\(index)]\(entries(file))/Length \(data.count)>>\nstream\n"
    return Array(head.utf8) + data + Array("\nendstream\nendobj\nstartxref\n\(place)\n%%EOF\n".utf8)
  }
}
