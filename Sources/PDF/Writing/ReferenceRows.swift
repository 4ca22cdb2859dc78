/// Objects that are mostly references, such as the arrays of a parent tree and elements with many kids, in rows of one
/// reference each (`ObjectRows`), because most references are to the object after that of the preceding one.
struct ReferenceRows {
  /// How many characters the number of a reference has.
  let digits: Int
  private(set) var rows: ObjectRows
  private let isUsed: Bool

  /// Streams of fewer rows would not be smaller.
  private static let minimumCount = 64
  /// An object with fewer references takes less space beside similar ones.
  private static let minimumKids = 24

  /// - Parameter count: how many references there are.
  init(digits: Int, count: Int) {
    self.digits = digits
    rows = ObjectRows(width: digits + 5)
    isUsed = count >= Self.minimumCount
  }

  /// The bytes of a reference and a space.
  var width: Int { digits + 5 }

  /// Whether an element with this number of kids is written here.
  func isWorthwhile(for kids: Int) -> Bool { isUsed && kids >= Self.minimumKids }

  /// Writes an array of references as the object `number`.
  mutating func write(_ references: some Sequence<Int>, as number: Int, to writer: inout DocumentWriter) {
    if isUsed {
      let (width, digits) = (width, digits)
      rows.write(number) { buffer in
        buffer.write("[")
        buffer.fill(toMultipleOf: width)
        buffer.write(references: references, digits: digits)
      }
    } else {
      writer.write(number) { buffer in
        buffer.write("[")
        buffer.write(references: references, digits: 1)
      }
    }
  }

  /// Adds the object `number`, whose value `body` writes.
  mutating func write(_ number: Int, _ body: (inout PDFSerializer) -> Void) { rows.write(number, body) }
}

extension PDFSerializer {
  /// The contents of an array and its end.
  fileprivate mutating func write(references: some Sequence<Int>, digits: Int) {
    for number in references {
      write(atMost: ByteCursor.longestReference + 1) { text in
        text.write(reference: number, digits: digits)
        text.write(byte: 0x20)
      }
    }
    write("]")
  }
}
