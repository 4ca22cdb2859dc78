/// Distinct values with the number of times each was added, in order of first addition.
struct Interner<Value: Hashable> {
  private(set) var values: [Value] = []
  private(set) var counts: [Int] = []
  private var indices: [Value: Int] = [:]

  mutating func add(_ value: Value, count: Int = 1) -> Int {
    if let index = indices[value] {
      counts[index] += count
      return index
    }
    indices[value] = values.count
    values.append(value)
    counts.append(count)
    return values.count - 1
  }

  /// The value that was added most often; of equally frequent ones the first.
  var mostFrequent: Value? {
    values.indices.min { (-counts[$0], $0) < (-counts[$1], $1) }.map { values[$0] }
  }
}
