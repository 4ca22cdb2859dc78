/// A paragraph with isolates whose content begins and ends with a mark of the isolate's direction.
///
/// A mark has the direction that the algorithm assumes before and after the content of an isolate anyway (UAX #9 X10), so
/// that it does not change the levels of the text. Without marks, FriBidi 1.0.8 treats the content of an isolate as the
/// continuation of the preceding one.
struct IsolateMarks {
  private(set) var bytes: ContiguousArray<UInt8> = []
  /// Whether a character is an added mark, by its index.
  private(set) var isMark: ContiguousArray<Bool> = []

  /// - Returns: nil for a paragraph with fewer than two isolates, which needs no marks.
  init?(of paragraph: UnsafeBufferPointer<UInt8>) {
    guard Self.hasSeveralIsolates(paragraph) else { return nil }
    let scalars = String(decoding: paragraph, as: UTF8.self).unicodeScalars
    var directions = Self.directions(scalars)[...]
    var open: [Bool] = []
    for scalar in scalars {
      if scalar.value == 0x2069, let isRightToLeft = open.popLast() { addMark(isRightToLeft) }
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      isMark.append(false)
      if 0x2066...0x2068 ~= scalar.value, let isRightToLeft = directions.popFirst() {
        open.append(isRightToLeft)
        addMark(isRightToLeft)
      }
    }
  }

  private mutating func addMark(_ isRightToLeft: Bool) {
    bytes += isRightToLeft ? "\u{200F}".utf8 : "\u{200E}".utf8
    isMark.append(true)
  }

  private static func hasSeveralIsolates(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    // U+2066 to U+2068 are E2 81 A6 to E2 81 A8.
    for index in bytes.indices.dropFirst(2)
    where 0xA6...0xA8 ~= bytes[index] && bytes[index - 1] == 0x81 && bytes[index - 2] == 0xE2 {
      count += 1
      if count == 2 { return true }
    }
    return false
  }

  /// The direction of each isolate, in the order of their initiators: whether it is right-to-left. That of U+2068 is
  /// the direction of the first strong character in it (UAX #9 X5c).
  private static func directions(_ scalars: String.UnicodeScalarView) -> [Bool] {
    var directions: [Bool] = []
    var open: [(isolate: Int, isDecided: Bool)] = []
    for scalar in scalars {
      switch scalar.value {
      case 0x2066...0x2068:
        open.append((directions.count, scalar.value != 0x2068))
        directions.append(scalar.value == 0x2067)
      case 0x2069: _ = open.popLast()
      default:
        guard let last = open.last, !last.isDecided,
          let isRightToLeft = ParagraphDirections.isRightToLeft(scalar)
        else { continue }
        directions[last.isolate] = isRightToLeft
        open[open.count - 1].isDecided = true
      }
    }
    return directions
  }
}
