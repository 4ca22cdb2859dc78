/// An array that does not change, stored in a block with others.
///
/// A separate array has a header of 32 bytes, and the allocator adds up to 16. For the short texts of a long table, of
/// which there are hundreds of thousands, that is more than the text itself.
package struct PackedArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
  private let block: PackedBlock<Element>?
  private let lowerBound: UInt32
  private let length: UInt32

  package init() { (block, lowerBound, length) = (nil, 0, 0) }

  /// An array in a block of its own.
  package init(_ elements: some Collection<Element>) {
    guard !elements.isEmpty else {
      self.init()
      return
    }
    let block = PackedBlock<Element>(capacity: elements.count)
    if elements.withContiguousStorageIfAvailable({ block.append($0) }) == nil {
      Array(elements).withUnsafeBufferPointer { block.append($0) }
    }
    self.init(block: block, lowerBound: 0, length: elements.count)
  }

  fileprivate init(block: PackedBlock<Element>, lowerBound: Int, length: Int) {
    self.block = block
    self.lowerBound = UInt32(lowerBound)
    self.length = UInt32(length)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(length) }

  package subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(length), "index out of range")
    return block.unsafelyUnwrapped.elements[Int(lowerBound) + index]
  }

  /// Calls `body` with the elements, which are valid during the call.
  package func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    guard let block else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return withExtendedLifetime(block) {
      body(UnsafeBufferPointer(start: block.elements + Int(lowerBound), count: Int(length)))
    }
  }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    guard let block else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try withExtendedLifetime(block) {
      try body(UnsafeBufferPointer(start: block.elements + Int(lowerBound), count: Int(length)))
    }
  }
}

extension PackedArray: Equatable where Element: Equatable {
  package static func == (a: PackedArray, b: PackedArray) -> Bool { a.elementsEqual(b) }
}

/// Stores arrays in blocks. The blocks live as long as one of their arrays.
struct ArrayPacker<Element: BitwiseCopyable & Sendable> {
  private var block: PackedBlock<Element>?
  /// The capacity of the next block. The first ones are small because most documents are.
  private var capacity = 512
  private static var mostCapacity: Int { 8192 }

  mutating func pack(_ elements: UnsafeBufferPointer<Element>) -> PackedArray<Element> {
    // Long arrays would leave the rest of blocks unused.
    guard elements.count <= Self.mostCapacity / 16 else { return PackedArray(elements) }
    guard !elements.isEmpty else { return PackedArray() }
    let block: PackedBlock<Element>
    if let current = self.block, current.capacity - current.count >= elements.count {
      block = current
    } else {
      block = PackedBlock(capacity: max(capacity, elements.count))
      self.block = block
      capacity = min(2 * capacity, Self.mostCapacity)
    }
    let start = block.count
    block.append(elements)
    return PackedArray(block: block, lowerBound: start, length: elements.count)
  }
}

/// Elements of several arrays. Those that an array refers to never change, so that other threads may read them while
/// more are appended.
private final class PackedBlock<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let elements: UnsafeMutablePointer<Element>
  let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    elements = .allocate(capacity: capacity)
  }

  deinit { elements.deallocate() }

  func append(_ added: UnsafeBufferPointer<Element>) {
    precondition(added.count <= capacity - count)
    guard let first = added.baseAddress else { return }
    (elements + count).initialize(from: first, count: added.count)
    count += added.count
  }
}
