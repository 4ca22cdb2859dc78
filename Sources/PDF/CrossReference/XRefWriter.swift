// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Writes cross-reference sections.
package enum XRefWriter {
  /// Trailer keys that belong to one section and are not copied to the next. LibreOffice's checksum covers its own
  /// bytes only.
  package static let ownKeys: Set<PDFName> = [
    "Prev", "XRefStm", "Size", "Type", "W", "Index", "Length", "Filter", "DecodeParms", "F", "FFilter", "FDecodeParms",
    "DL", "DocChecksum",
  ]

  typealias Place = (number: Int, generation: Int, offset: Int)

  // MARK: Incremental updates

  /// A table (ISO 32000-1, 7.5.4) of the objects at `places`, in ascending order of numbers.
  static func table(_ places: [Place]) -> String {
    var text = "xref\n"
    for run in runs(places) {
      text += "\(places[run.lowerBound].number) \(run.count)\n"
      for place in places[run] { text += "\(padded(place.offset, 10)) \(padded(place.generation, 5)) n \n" }
    }
    // A table must have a subsection. An update without objects repeats that object 0 is free, as it always is.
    return places.isEmpty ? "xref\n0 1\n0000000000 65535 f \n" : text
  }

  /// A stream (7.5.8) of the objects at `places`. It is not compressed, so its bytes depend on the entries alone and
  /// not on the version of zlib.
  static func stream(_ places: [Place], trailer: PDFDictionary) -> PDFStream {
    let width = max(1, bytes(in: places.map(\.offset).max() ?? 0))
    var rows = Rows(width: width)
    for place in places { rows.append(1, place.offset, place.generation) }
    var dictionary: PDFDictionary = ["Type": .name("XRef")]
    dictionary["Index"] = .array(runs(places).flatMap { [.integer(places[$0.lowerBound].number), .integer($0.count)] })
    dictionary["W"] = rows.widths
    for (key, value) in trailer.entries { dictionary[key] = value }
    return PDFStream(dictionary: dictionary, data: rows.bytes)
  }

  /// Consecutive numbers form one subsection.
  private static func runs(_ places: [Place]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in places.indices {
      if let last = runs.last, places[index].number == places[index - 1].number + 1 {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: New files

  /// A table of one subsection of all objects of a file (7.5.4); unused numbers are free.
  static func wholeTable(_ offsets: [(number: Int, offset: Int)], count: Int) -> String {
    var places = [Int?](repeating: nil, count: count)
    for (number, offset) in offsets { places[number] = offset }
    let free = places.indices.filter { places[$0] == nil }
    var nextFree = Array((free.dropFirst() + [0]).reversed())
    var text = "xref\n0 \(count)\n"
    for (number, offset) in places.enumerated() {
      if let offset {
        text += "\(padded(offset, 10)) 00000 n \n"
      } else {
        text += "\(padded(nextFree.removeLast(), 10)) \(number == 0 ? "65535" : "00001") f \n"
      }
    }
    return text
  }

  /// A stream of all entries of a file, by object number, compressed.
  static func compressedStream(_ table: ContiguousArray<XRefEntry>, trailer: PDFDictionary) -> PDFStream {
    let rows = rows(table)
    var dictionary: PDFDictionary = [
      "Type": .name("XRef"), "Size": .integer(table.count), "W": rows.widths,
    ]
    var data = rows.bytes
    let predicted = PredictedRows(rows.bytes, width: rows.rowSize)
    if let deflated = predicted.bytes.deflated(.standard) {
      data = deflated
      dictionary["Filter"] = .name("FlateDecode")
      dictionary["DecodeParms"] = predicted.parameters
    }
    for (key, value) in trailer.entries { dictionary[key] = value }
    return PDFStream(dictionary: dictionary, data: data)
  }

  private static func rows(_ table: ContiguousArray<XRefEntry>) -> Rows {
    let width = table.reduce(2) { width, entry in
      switch entry {
      case .free: width
      case .inUse(offset: let value, _), .compressed(stream: let value, _): max(width, bytes(in: value))
      }
    }
    var rows = Rows(width: width)
    rows.bytes.reserveCapacity(table.count * rows.rowSize)
    // Free numbers form a chain that begins and ends with 0; `nextFree` holds its first link last.
    let free = table.indices.filter { !table[$0].isInUse }
    var nextFree = Array((free.dropFirst() + [0]).reversed())
    for (number, entry) in table.enumerated() {
      switch entry {
      case .free(let generation): rows.append(0, nextFree.removeLast(), number == 0 ? 65_535 : generation)
      case .inUse(let offset, let generation): rows.append(1, offset, generation)
      case .compressed(let stream, let index): rows.append(2, stream, index)
      }
    }
    return rows
  }

  /// Bytes that `value` takes; 0 for 0.
  private static func bytes(in value: Int) -> Int { (Int.bitWidth - value.leadingZeroBitCount + 7) / 8 }

  /// The rows of a cross-reference stream: a type of 1 byte, a field of `width` bytes, and one of 2 bytes.
  private struct Rows {
    let width: Int
    var bytes: [UInt8] = []

    init(width: Int) { self.width = width }

    var rowSize: Int { width + 3 }
    var widths: PDFObject { .array([.integer(1), .integer(width), .integer(2)]) }

    mutating func append(_ type: UInt8, _ second: Int, _ third: Int) {
      bytes.append(type)
      for byte in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: second >> (8 * byte))) }
      bytes.append(UInt8(truncatingIfNeeded: third >> 8))
      bytes.append(UInt8(truncatingIfNeeded: third))
    }
  }
}
