/// The elements of a structure tree, grouped by form, so that elements of frequent forms become rows (`ObjectRows`).
///
/// The form of an element is its serialized object without the numbers.
struct ElementForms {
  /// Elements of the other forms, in document order.
  private(set) var rare: [Int] = []
  /// The elements of each frequent form, in document order.
  private(set) var frequent: [[Int]] = []

  /// How many elements a frequent form has.
  private static let minimumCount = 16
  /// How many elements the frequent forms have together. Streams of fewer rows would not be smaller.
  private static let minimumTotal = 64

  /// - Parameters:
  ///   - isWritten: by element whether it is written.
  ///   - form: a number for the form of an element.
  init(_ isWritten: ContiguousArray<Bool>, form: (_ element: Int) -> UInt32) {
    var order: ContiguousArray<UInt64> = []
    order.reserveCapacity(isWritten.count)
    for index in isWritten.indices where isWritten[index] { order.append(UInt64(form(index)) << 32 | UInt64(index)) }
    order.sort()
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, order[end] >> 32 == order[start] >> 32 { end += 1 }
      let elements = order[start..<end].map { Int($0 & 0xFFFF_FFFF) }
      if elements.count < Self.minimumCount { rare += elements } else { frequent.append(elements) }
      start = end
    }
    if frequent.reduce(0, { $0 + $1.count }) < Self.minimumTotal {
      rare += frequent.joined()
      frequent = []
    }
    rare.sort()
  }
}
