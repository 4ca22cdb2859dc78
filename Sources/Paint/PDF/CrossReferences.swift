/// Where each object of a file stands, written as a cross-reference stream (ISO 32000-1 §7.5.8).
struct CrossReferences {
  private enum Place {
    case free
    /// Its first byte.
    case byte(Int)
    /// The object stream that holds it, and its index there.
    case packed(stream: Int, index: Int)
  }
  private var places: ContiguousArray<Place>

  /// - Parameter count: one more than the highest number.
  init(count: Int) { places = ContiguousArray(repeating: .free, count: count) }

  mutating func note(_ number: Int, at byte: Int) { places[number] = .byte(byte) }
  mutating func note(_ number: Int, in stream: Int, at index: Int) {
    places[number] = .packed(stream: stream, index: index)
  }

  /// The stream's dictionary entries and its data.
  func stream() -> (dictionary: String, data: [UInt8]) {
    let width = places.reduce(2) { width, place in
      switch place {
      case .free: width
      case .byte(let value), .packed(stream: let value, _):
        max(width, (Int.bitWidth - value.leadingZeroBitCount + 7) / 8)
      }
    }
    let dictionary = "/Type /XRef /Size \(places.count) /W [1 \(width) 2]"
    let rows = rows(width: width)
    guard let deflated = Self.predicted(rows.bytes, columns: width + 3).deflated else {
      return (dictionary, rows.bytes)
    }
    return (dictionary + " /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns \(width + 3) >>", deflated)
  }

  private func rows(width: Int) -> PDFBuffer {
    var rows = PDFBuffer()
    rows.reserve(places.count * (width + 3))
    var nextFree = nextFreeNumbers()
    for number in places.indices {
      switch places[number] {
      case .free:
        rows.append(0, width: 1)
        rows.append(nextFree.removeLast(), width: width)
        rows.append(number == 0 ? 65535 : 1, width: 2)
      case .byte(let byte):
        rows.append(1, width: 1)
        rows.append(byte, width: width)
        rows.append(0, width: 2)
      case .packed(let stream, let index):
        rows.append(2, width: 1)
        rows.append(stream, width: width)
        rows.append(index, width: 2)
      }
    }
    return rows
  }

  /// PNG's predictor Up (§7.4.4.4): how much each byte is more than the one above it. Neighbours differ by little.
  private static func predicted(_ rows: [UInt8], columns: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(rows.count / columns * (columns + 1))
    for index in rows.indices {
      if index % columns == 0 { result.append(2) }
      result.append(index < columns ? rows[index] : rows[index] &- rows[index - columns])
    }
    return result
  }

  /// The chain of free numbers, which begins and ends with 0; the first link last.
  private func nextFreeNumbers() -> [Int] {
    let free = places.indices.filter { if case .free = places[$0] { true } else { false } }
    return (free.dropFirst() + [0]).reversed()
  }
}
