/// Plain values that are appended one by one and read together. Unlike an array, it is not checked for other owners at
/// each addition.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var start: UnsafeMutablePointer<Element>

  init(capacity: Int = 64) {
    self.capacity = max(1, capacity)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The values, valid until the next change.
  var values: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { grow() }
    start[count] = value
    count += 1
  }

  mutating func append(contentsOf values: some Collection<Element>) {
    for value in values { append(value) }
  }

  /// Removes all values, and keeps the memory.
  mutating func removeAll() { count = 0 }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
