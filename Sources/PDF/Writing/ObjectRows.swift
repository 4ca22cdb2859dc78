// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Objects that resemble each other, such as structure elements, collected to be written into object streams (ISO
/// 32000-1, 7.5.7) of rows of equal length.
///
/// Every object begins a row and is filled up with spaces. PNG's predictor Up (7.4.4.4) then encodes each row as its
/// difference from the row above it, which is almost 0 for consecutive objects of the same form whose numbers have the
/// same number of digits. A structure element takes about 2 bytes of the file, instead of 11 in an ordinary object
/// stream.
struct ObjectRows {
  /// Bytes in a row. Differences are smallest if objects of the same form take one row each.
  private let width: Int
  /// Whether most rows repeat a whole earlier row, as rows of objects with one or two numbers do.
  private let isRepetitive: Bool
  private var buffer = PDFSerializer(.spaced)
  /// The offsets of the first byte of each object and of the byte after its last one.
  private var entries: ContiguousArray<(number: Int, start: Int, end: Int)> = []

  /// Readers decode a whole object stream to read one object, so the number of rows in one is limited.
  private static let maximumRows = 4096

  /// Bytes of an object's number and offset, and a space before them.
  private static let pairWidth = 16

  init(width: Int, isRepetitive: Bool = false) { (self.width, self.isRepetitive) = (width, isRepetitive) }

  /// Makes space for so many objects of one row more.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(entries.count + count)
    buffer.reserve(buffer.count + count * width)
  }

  /// Adds the object `number`, whose value `body` writes.
  mutating func write(_ number: Int, _ body: (inout PDFSerializer) -> Void) {
    let start = buffer.count
    body(&buffer)
    entries.append((number, start, buffer.count))
    buffer.fill(toMultipleOf: width)
  }

  /// The objects one by one, for versions of PDF without object streams.
  var objects: [(number: Int, value: ArraySlice<UInt8>)] {
    entries.map { ($0.number, buffer.bytes[$0.start..<$0.end]) }
  }

  /// The object streams, and the numbers of the objects in each.
  /// - Parameter isCompressed: false for a file that is read again at once.
  func streams(isCompressed: Bool = true) -> [(object: PDFStream, numbers: [Int])] {
    var streams: [(object: PDFStream, numbers: [Int])] = []
    var start = 0
    while start < entries.count {
      let limit = entries[start].start + Self.maximumRows * width
      let end = entries[start...].firstIndex { $0.start > limit } ?? entries.count
      let range = start..<max(end, start + 1)
      streams.append((stream(range, isCompressed), entries[range].map(\.number)))
      start = range.upperBound
    }
    return streams
  }

  private func stream(_ range: Range<Int>, _ isCompressed: Bool) -> PDFStream {
    let end = range.upperBound < entries.count ? entries[range.upperBound].start : buffer.count
    let contents = entries[range.lowerBound].start..<end
    var data = PDFSerializer(.spaced)
    data.reserve(range.count * width + contents.count)
    let pairsInRow = max(1, width / Self.pairWidth)
    for (index, entry) in entries[range].enumerated() {
      if index % pairsInRow == 0 { data.fill(toMultipleOf: width) }
      data.write(atMost: 1 + 2 * ByteCursor.longestInteger) { text in
        text.write(byte: 0x20)
        text.write(entry.number, digits: 7)
        text.write(entry.start - contents.lowerBound, digits: 8)
      }
    }
    data.fill(toMultipleOf: width)
    var dictionary: PDFDictionary = [
      "Type": .name("ObjStm"), "N": .integer(range.count), "First": .integer(data.count),
    ]
    data.write(bytes: buffer.bytes[contents])
    guard isCompressed else { return PDFStream(dictionary: dictionary, data: data.bytes) }
    let rows = PredictedRows(data.bytes, width: width)
    // Long runs of zeros hide the repetitions that matter from a quicker search.
    guard let deflated = isRepetitive ? rows.deflated : rows.bytes.deflated(.best) else {
      return PDFStream(dictionary: dictionary, data: data.bytes)
    }
    dictionary["Filter"] = .name("FlateDecode")
    dictionary["DecodeParms"] = rows.parameters
    return PDFStream(dictionary: dictionary, data: deflated)
  }
}
