/// The bidi controls of the boxes around a position. They end with their paragraph (UAX #9, P1 and X8), but those of a
/// box are repeated at the start of each further paragraph in the box (css-writing-modes-4 §2.4.2).
struct BoxControls {
  /// The controls that have not been reached.
  private var following: ArraySlice<Range<Int>>
  /// The control characters of the boxes around the position, outermost first, in UTF-8.
  private var open: [[UInt8]] = []

  /// Deeper embeddings have no effect (UAX #9, BD2).
  private static let mostOpen = 256

  /// - Parameter ranges: of bytes, in ascending order; each has one or two controls of three bytes.
  init(_ ranges: [Range<Int>]) { following = ranges[...] }

  /// What is repeated at the start of a paragraph, and the number of its characters.
  var repeated: (bytes: ContiguousArray<UInt8>, count: Int) {
    (ContiguousArray(open.prefix(Self.mostOpen).joined()), min(open.count, Self.mostOpen))
  }

  /// Passes over the controls before an offset.
  mutating func pass(to end: Int, of text: UnsafeBufferPointer<UInt8>) {
    while let range = following.first, range.lowerBound < end {
      following.removeFirst()
      for start in stride(from: range.lowerBound, to: min(range.upperBound, text.count) - 2, by: 3) {
        let control = Array(text[start..<start + 3])
        switch control {
        // U+202C and U+2069.
        case [0xE2, 0x80, 0xAC], [0xE2, 0x81, 0xA9]: _ = open.popLast()
        default: open.append(control)
        }
      }
    }
  }
}
